import { evenBins, evenlySpaced, type Histogram } from '@tracklens/core/charts';
import { type PointerEvent, type ReactElement, useMemo } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useWidth } from '../../components/use-width.ts';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { axisTicks } from './axis-ticks.ts';
import type { HistogramForm } from './histogram-form.ts';
import { height, margin, type StepRow, type StepsLayout, stepsLayout } from './steps-layout.ts';

/** Chart of all steps: ridges with the newest in front, or a heat map. A click chooses a step. */
export function StepsChart({
  name,
  shown,
  range: [low, high],
  form,
  step,
  onChoose,
}: {
  readonly name: string;
  readonly shown: readonly { readonly step: number; readonly histogram: Histogram }[];
  readonly range: readonly [number, number];
  readonly form: HistogramForm;
  readonly step: number | null;
  readonly onChoose: (step: number) => void;
}): ReactElement {
  const t = useTranslate();
  const [figure, width] = useWidth<HTMLElement>(420);
  const columns = form === 'ridges' ? 80 : 60;
  const rows = useMemo<readonly StepRow[]>(
    () => shown.map((one) => ({ step: one.step, bins: shares(evenBins(one.histogram, low, high, columns)) })),
    [shown, low, high, columns],
  );
  const layout = stepsLayout(rows, form, { width, columns });
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const found = layout.rowAt(((event.clientY - box.top) / box.height) * height);
    if (found) onChoose(found.step);
  };
  return (
    <figure ref={figure} className="tl-plot">
      {/* The slider above is the keyboard alternative. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t(
          '%1 over %2, from step %3 to %4',
          name,
          counted(t, rows.length, '%1 step', '%1 steps'),
          rows[0]!.step,
          rows.at(-1)!.step,
        )}
        onPointerDown={choose}
        onPointerMove={(event) => event.buttons === 1 && choose(event)}
      >
        {rows.map((row, index) =>
          form === 'ridges' ? (
            <Ridge key={row.step} row={row} index={index} layout={layout} current={row.step === step} />
          ) : (
            <HeatRow key={row.step} row={row} index={index} layout={layout} current={row.step === step} />
          ),
        )}
        <g className="tl-axis">
          {evenlySpaced(rows, 6).map((row) => (
            <text
              key={row.step}
              x={margin.left - 6}
              y={layout.labelTop(rows.indexOf(row))}
              dy="0.32em"
              textAnchor="end"
            >
              {row.step}
            </text>
          ))}
          {axisTicks(low, high, 6).map((value) => (
            <text
              key={value}
              x={margin.left + ((value - low) / (high - low)) * layout.width}
              y={height - 8}
              textAnchor="middle"
            >
              {numberText(value)}
            </text>
          ))}
        </g>
      </svg>
      <figcaption className="tl-count">{t('All steps; the newest in front')}</figcaption>
    </figure>
  );
}

/** Row of the chart as a component. */
interface RowProps {
  readonly row: StepRow;
  readonly index: number;
  readonly layout: StepsLayout;
  /** Whether the step is the chosen one. */
  readonly current: boolean;
}

function Ridge({ row, index, layout, current }: RowProps): ReactElement {
  return (
    <g className={`tl-ridge ${current ? 'tl-ridge-current' : ''}`} data-step={row.step}>
      <path className="tl-ridge-area" d={layout.ridge(row, index, true)} />
      <path className="tl-ridge-line" d={layout.ridge(row, index, false)} />
    </g>
  );
}

function HeatRow({ row, index, layout, current }: RowProps): ReactElement {
  const top = layout.base(index);
  return (
    <g className={`tl-heat ${current ? 'tl-heat-current' : ''}`} data-step={row.step}>
      <FixedList items={row.bins}>
        {(share, column) =>
          share > 0 && (
            <rect
              x={layout.x(column)}
              y={top}
              width={layout.binWidth + 0.3}
              height={layout.rowHeight + 0.3}
              fillOpacity={Math.sqrt(share / layout.highest)}
            />
          )
        }
      </FixedList>
      {current && (
        <rect className="tl-heat-mark" x={margin.left} y={top} width={layout.width} height={layout.rowHeight} />
      )}
    </g>
  );
}

/** Normalizes counts to shares of their sum, to compare the shape of the steps. */
function shares(counts: Float64Array): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? counts : counts.map((count) => count / total);
}
