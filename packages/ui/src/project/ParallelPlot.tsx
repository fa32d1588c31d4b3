import type { ChartExperiment } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useWidth } from '../components/use-width.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { counted } from '../text/translate.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { type ColumnId, cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { PlotFigure, type PlotProps, shortened } from './PlotFigure.tsx';
import { axisColumns, type ColumnAxis, columnAxis, defaultAxes } from './plot-axes.ts';

const margins = { left: 60, right: 60, top: 34, bottom: 14 };
const height = 320;
const plotHeight = height - margins.top - margins.bottom;

/** Maximum number of lines; more would merge into a solid area. */
const maxLines = 1000;

/** Line of an experiment as an SVG path. */
interface ParallelLine {
  readonly row: ExperimentRow;
  readonly path: string;
}

/**
 * Parallel coordinates: draws each experiment as a line across one axis per column. Selected experiments have their
 * chart colors.
 */
export function ParallelPlot({ rows, available, automatic, colors }: PlotProps): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const [section, width] = useWidth<HTMLElement>(860);
  const columns = useViewState((state) => state.project?.axes) ?? defaultAxes(automatic);
  const setColumns = (next: readonly ColumnId[]) =>
    setState((before) => ({ ...before, project: { ...before.project, axes: [...next] } }));
  const axes = columns.map((column) => columnAxis(rows, column, 'linear', 5));
  const lines = parallelLines(rows.slice(0, maxLines), axes, width);
  // Selected experiments are drawn on top.
  const isSelected = ({ row }: ParallelLine) => Number(colors.has(row.metadata.experimentKey));
  lines.sort((a, b) => isSelected(a) - isSelected(b));
  const textOf = (row: ExperimentRow) =>
    [
      experimentLabel(row.metadata),
      ...columns.map((column) => `${columnTitle(column, t)}: ${cellOf(row, column).text || '–'}`),
    ].join('\n');
  return (
    <section ref={section} className="tl-plane" aria-label={t('Parallel coordinates')}>
      <div className="tl-toolbar">
        {columns.map((column) => (
          <AxisTag
            key={column}
            title={columnTitle(column, t)}
            onRemove={() => setColumns(columns.filter((other) => other !== column))}
          />
        ))}
        <ColumnSelect
          label={t('Add an axis')}
          value=""
          columns={axisColumns(available).filter((column) => !columns.includes(column))}
          onChange={(column) => setColumns([...columns, column])}
        />
        <span className="tl-count">{t('%1 of %2', lines.length, rows.length)}</span>
      </div>
      {lines.length === 0 ? (
        <Empty title={t('Add two axes that experiments have values on.')} />
      ) : (
        <PlotFigure
          size={{ width, height }}
          label={t(
            '%1 over %2: arrow keys move between the lines, Enter opens one',
            counted(t, lines.length, '%1 experiment', '%1 experiments'),
            counted(t, axes.length, '%1 axis', '%1 axes'),
          )}
          rows={lines.map(({ row }) => row)}
          textOf={textOf}
        >
          {(current) => (
            <>
              <ParallelLines lines={lines} colors={colors} current={current} textOf={textOf} />
              {axes.map((axis, index) => (
                <ParallelAxis key={axis.column} axis={axis} index={index} count={axes.length} width={width} />
              ))}
            </>
          )}
        </PlotFigure>
      )}
    </section>
  );
}

/** Returns the x coordinate of an axis. */
function axisLeft(index: number, count: number, width: number): number {
  return margins.left + (index * (width - margins.left - margins.right)) / Math.max(1, count - 1);
}

/** Returns the lines of the experiments that have a value on two neighboring axes. */
function parallelLines(rows: readonly ExperimentRow[], axes: readonly ColumnAxis[], width: number): ParallelLine[] {
  return rows.flatMap((row) => {
    // The line breaks at axes for which the experiment has no value.
    let path = '';
    let command = 'M';
    for (const [index, axis] of axes.entries()) {
      const part = axis.part(row);
      if (part === null) {
        command = 'M';
        continue;
      }
      const left = axisLeft(index, axes.length, width);
      path += `${command}${left.toFixed(1)} ${(margins.top + (1 - part) * plotHeight).toFixed(1)}`;
      command = 'L';
    }
    return path.includes('L') ? [{ row, path }] : [];
  });
}

/** Name of an axis with a button that removes the axis. */
function AxisTag({ title, onRemove }: { readonly title: string; readonly onRemove: () => void }): ReactElement {
  const t = useTranslate();
  return (
    <span className="tl-tag tl-tag-held" title={title}>
      {shortened(title, 30)}
      <button type="button" className="tl-icon-button" aria-label={t('Remove the axis %1', title)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

function ParallelLines({
  lines,
  colors,
  current,
  textOf,
}: {
  readonly lines: readonly ParallelLine[];
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  /** Index of the focused line. */
  readonly current: number | null;
  readonly textOf: (row: ExperimentRow) => string;
}): ReactElement {
  return (
    <>
      {lines.map(({ row, path }, index) => {
        const look = colors.get(row.metadata.experimentKey);
        return (
          <path
            key={row.metadata.experimentKey}
            className={index === current ? 'tl-current' : ''}
            d={path}
            stroke={look?.color ?? 'var(--tl-muted)'}
            strokeDasharray={look?.dash?.join(' ') ?? ''}
            opacity={look ? 0.95 : 0.3}
            data-index={index}
          >
            <title>{textOf(row)}</title>
          </path>
        );
      })}
    </>
  );
}

/** Axis with its title and ticks. The labels of the outer axes are on the outside, where no line crosses them. */
function ParallelAxis({
  axis,
  index,
  count,
  width,
}: {
  readonly axis: ColumnAxis;
  readonly index: number;
  readonly count: number;
  readonly width: number;
}): ReactElement {
  const t = useTranslate();
  const left = axisLeft(index, count, width);
  const [isFirst, isLast] = [index === 0, index > 0 && index === count - 1];
  return (
    <g>
      <line className="tl-plane-axis" x1={left} x2={left} y1={margins.top} y2={margins.top + plotHeight} />
      <text
        className="tl-plane-title"
        x={isFirst ? 4 : isLast ? width - 4 : left}
        y={16}
        textAnchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
      >
        {shortened(columnTitle(axis.column, t), 22)}
      </text>
      {axis.ticks.values.map((part, tick) => (
        <text
          key={part}
          x={isFirst ? left - 7 : left + 7}
          y={margins.top + (1 - part) * plotHeight + 4}
          textAnchor={isFirst ? 'end' : 'start'}
        >
          {shortened(axis.ticks.text[tick]!, isFirst || isLast ? 8 : 12)}
        </text>
      ))}
    </g>
  );
}
