import { type PointerEvent, type ReactElement, useState } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { columnTitle } from './columns.ts';
import { shortened } from './PlotFigure.tsx';
import { axisLeft, axisTop, height, margins, partAt, titleLetters } from './parallel-layout.ts';
import type { AxisRange, ColumnAxis } from './plot-axes.ts';

/** Width of the area around an axis that can be dragged over, and of a shown range, in pixels. */
const widths = { drag: 24, range: 12 };
/** Distance of the labels from the axis in pixels. */
const labelGap = 9;
/** A drag over a smaller part of the axis is a click. */
const minDrag = 0.015;

/** Position of an axis among the others. */
export interface AxisPlace {
  readonly index: number;
  readonly count: number;
  /** Width of the plot in pixels. */
  readonly width: number;
}

/**
 * Axis with its title, its ticks and the range that is set on it. A drag along the axis sets the range, and a click
 * removes it. The labels of the outer axes are on the outside, where no line crosses them.
 */
export function ParallelAxis({
  axis,
  place: { index, count, width },
  range,
  onRange,
}: {
  readonly axis: ColumnAxis;
  readonly place: AxisPlace;
  readonly range: AxisRange | null;
  readonly onRange: (range: AxisRange | null) => void;
}): ReactElement {
  const t = useTranslate();
  const left = axisLeft(index, count, width);
  const [isFirst, isLast] = [index === 0, index > 0 && index === count - 1];
  return (
    <g>
      <line className="tl-plane-axis" x1={left} x2={left} y1={axisTop(1)} y2={axisTop(0)} />
      <text
        className="tl-plane-title"
        x={isFirst ? 4 : isLast ? width - 4 : left}
        y={16}
        textAnchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
      >
        {shortened(columnTitle(axis.column, t), titleLetters(index, count, width))}
      </text>
      {axis.ticks.values.map((part, tick) => (
        <text
          key={part}
          x={isFirst ? left - labelGap : left + labelGap}
          y={axisTop(part) + 4}
          textAnchor={isFirst ? 'end' : 'start'}
        >
          {shortened(axis.ticks.text[tick]!, isFirst || isLast ? 8 : 12)}
        </text>
      ))}
      {axis.numbers && <RangeArea axis={axis} left={left} range={range} onRange={onRange} />}
    </g>
  );
}

/** Area of an axis of numbers in which its range is dragged. */
function RangeArea({
  axis: { numbers },
  left,
  range,
  onRange,
}: {
  readonly axis: ColumnAxis;
  readonly left: number;
  readonly range: AxisRange | null;
  readonly onRange: (range: AxisRange | null) => void;
}): ReactElement {
  /** Positions on the axis at which the drag began and where it is. */
  const [drag, setDrag] = useState<readonly [from: number, to: number] | null>(null);
  const partOf = ({ currentTarget, clientY }: PointerEvent<SVGElement>) => {
    const box = currentTarget.ownerSVGElement!.getBoundingClientRect();
    return partAt(((clientY - box.top) / box.height) * height);
  };
  const set = range?.map((value) => Math.min(1, Math.max(0, numbers!.part(value))));
  const [low, high] = (drag ?? set ?? [0, 0]).toSorted((a, b) => a - b) as [number, number];
  return (
    <>
      {(drag ?? set) && (
        <rect
          className="tl-axis-selected"
          x={left - widths.range / 2}
          width={widths.range}
          y={axisTop(high)}
          height={Math.max(2, axisTop(low) - axisTop(high))}
        />
      )}
      <rect
        className="tl-axis-drag"
        x={left - widths.drag / 2}
        width={widths.drag}
        y={margins.top}
        height={height - margins.top - margins.bottom}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const part = partOf(event);
          setDrag([part, part]);
        }}
        onPointerMove={(event) => drag && setDrag([drag[0], partOf(event)])}
        onPointerCancel={() => setDrag(null)}
        onPointerUp={() => {
          if (drag === null) return;
          setDrag(null);
          onRange(high - low < minDrag ? null : [numbers!.value(low), numbers!.value(high)]);
        }}
      />
    </>
  );
}
