import type { ChartExperiment } from '@tracklens/core/charts';
import type { ViewState } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useWidth } from '../components/use-width.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { counted } from '../text/translate.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { AxisMenu } from './AxisMenu.tsx';
import { ColumnSelect } from './ColumnSelect.tsx';
import { type ColumnId, cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { ParallelAxis } from './ParallelAxis.tsx';
import { PlotCount, PlotFigure, type PlotProps } from './PlotFigure.tsx';
import { axisLeft, axisTop, height } from './parallel-layout.ts';
import { type AxisRange, axisColumns, type ColumnAxis, columnAxis, defaultAxes, rowsWithin } from './plot-axes.ts';

/** Maximum number of lines; more would merge into a solid area. */
const maxLines = 1000;

/** Line of an experiment as an SVG path. */
interface ParallelLine {
  readonly row: ExperimentRow;
  readonly path: string;
}

/** Settings of the axes, by column. */
interface AxisSettings {
  readonly columns: readonly ColumnId[];
  readonly scales: NonNullable<NonNullable<ViewState['project']>['axisScales']>;
  readonly ranges: NonNullable<NonNullable<ViewState['project']>['axisRanges']>;
}

/** Returns the axes of the view state, and a function that changes their settings. */
function useAxes(automatic: readonly ColumnId[]): readonly [AxisSettings, (change: Partial<AxisSettings>) => void] {
  const { setState } = useView().store;
  const columns = useViewState((state) => state.project?.axes) ?? defaultAxes(automatic);
  const scales = useViewState((state) => state.project?.axisScales) ?? {};
  const ranges = useViewState((state) => state.project?.axisRanges) ?? {};
  const change = (next: Partial<AxisSettings>) =>
    setState((before) => ({
      ...before,
      project: {
        ...before.project,
        ...(next.columns && { axes: [...next.columns] }),
        ...(next.scales && { axisScales: next.scales }),
        ...(next.ranges && { axisRanges: Object.keys(next.ranges).length === 0 ? undefined : next.ranges }),
      },
    }));
  return [{ columns, scales, ranges }, change];
}

/** Returns columns of which one has changed places with its neighbor; null if it has none in this direction. */
function moved(columns: readonly ColumnId[], index: number, by: -1 | 1): readonly ColumnId[] | null {
  const other = columns[index + by];
  return other === undefined ? null : columns.with(index, other).with(index + by, columns[index]!);
}

/** Returns ranges with another one for a column, or without one. */
function withRange(ranges: AxisSettings['ranges'], column: ColumnId, range: AxisRange | null): AxisSettings['ranges'] {
  const { [column]: _, ...others } = ranges;
  return range === null ? others : { ...others, [column]: [...range] };
}

/** Menus of the axes, in their order. */
function AxisMenus({
  axes,
  settings: { columns, scales, ranges },
  onChange,
}: {
  readonly axes: readonly ColumnAxis[];
  readonly settings: AxisSettings;
  readonly onChange: (change: Partial<AxisSettings>) => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <>
      {axes.map(({ column, numbers }, index) => {
        const to = { left: moved(columns, index, -1), right: moved(columns, index, 1) };
        return (
          <AxisMenu
            key={column}
            title={columnTitle(column, t)}
            numbers={numbers}
            range={ranges[column] ?? null}
            onScale={(scale) => onChange({ scales: { ...scales, [column]: scale } })}
            onRange={(range) => onChange({ ranges: withRange(ranges, column, range) })}
            onMove={{
              left: to.left && (() => onChange({ columns: to.left! })),
              right: to.right && (() => onChange({ columns: to.right! })),
            }}
            onRemove={() => onChange({ columns: columns.filter((other) => other !== column) })}
          />
        );
      })}
    </>
  );
}

/**
 * Parallel coordinates: draws each experiment as a line across one axis per column. Selected experiments have their
 * chart colors. Those outside of the ranges of the axes are faint.
 */
export function ParallelPlot({ rows, available, automatic, colors }: PlotProps): ReactElement {
  const t = useTranslate();
  const [section, width] = useWidth<HTMLElement>(860);
  const [settings, change] = useAxes(automatic);
  const { columns, scales, ranges } = settings;
  const axes = columns.map((column) =>
    columnAxis(rows, column, { scale: scales[column], tickCount: 5, otherTexts: t('Other') }),
  );
  const shownRanges = Object.fromEntries(Object.entries(ranges).filter(([column]) => columns.includes(column)));
  const drawn = parallelLines(rows.slice(0, maxLines), axes, width);
  const within = new Set(rowsWithin(rows, shownRanges));
  const lines = drawn.filter(({ row }) => within.has(row));
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
        <AxisMenus axes={axes} settings={settings} onChange={change} />
        <ColumnSelect
          label={t('Add an axis')}
          value=""
          columns={axisColumns(available).filter((column) => !columns.includes(column))}
          onChange={(column) => change({ columns: [...columns, column] })}
        />
        <PlotCount shown={lines.length} rows={rows} />
        <RangeActions
          rows={lines.map(({ row }) => row)}
          hasRange={Object.keys(shownRanges).length > 0}
          onClear={() => change({ ranges: {} })}
        />
      </div>
      {drawn.length === 0 ? (
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
              {drawn.map(({ row, path }) =>
                within.has(row) ? null : (
                  <path key={row.metadata.experimentKey} className="tl-plane-outside" d={path} />
                ),
              )}
              <ParallelLines lines={lines} colors={colors} current={current} textOf={textOf} />
              {axes.map((axis, index) => (
                <ParallelAxis
                  key={axis.column}
                  axis={axis}
                  place={{ index, count: axes.length, width }}
                  range={ranges[axis.column] ?? null}
                  onRange={(range) => change({ ranges: withRange(ranges, axis.column, range) })}
                />
              ))}
            </>
          )}
        </PlotFigure>
      )}
    </section>
  );
}

/** Buttons that select the experiments within the ranges, and that remove the ranges. */
function RangeActions({
  rows,
  hasRange,
  onClear,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly hasRange: boolean;
  readonly onClear: () => void;
}): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const select = () =>
    setState((before) => ({ ...before, selection: rows.map(({ metadata }) => metadata.experimentKey) }));
  return (
    <>
      <ActionButton className="tl-button" enabled={hasRange && rows.length > 0} onClick={select}>
        {counted(t, rows.length, 'Select %1 experiment', 'Select %1 experiments')}
      </ActionButton>
      <ActionButton className="tl-button" enabled={hasRange} onClick={onClear}>
        {t('Clear ranges')}
      </ActionButton>
    </>
  );
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
      path += `${command}${left.toFixed(1)} ${axisTop(part).toFixed(1)}`;
      command = 'L';
    }
    return path.includes('L') ? [{ row, path }] : [];
  });
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
        const style = colors.get(row.metadata.experimentKey);
        return (
          <path
            key={row.metadata.experimentKey}
            className={index === current ? 'tl-current' : ''}
            d={path}
            stroke={style?.color ?? 'var(--tl-muted)'}
            strokeDasharray={style?.dash?.join(' ') ?? ''}
            opacity={style ? 0.95 : 0.3}
            data-index={index}
          >
            <title>{textOf(row)}</title>
          </path>
        );
      })}
    </>
  );
}
