import type { ChartExperiment } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import { CheckField } from '../components/CheckField.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useWidth } from '../components/use-width.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { type ColumnId, cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { PlotCount, PlotFigure, type PlotProps, shortened } from './PlotFigure.tsx';
import { type AxisScale, axisColumns, type ColumnAxis, columnAxis, defaultAxes } from './plot-axes.ts';

const margins = { left: 70, right: 20, top: 14, bottom: 46 };
const height = 380;

/** Maximum number of points; more cannot be distinguished. The newest are shown. */
const maxPoints = 2000;

/** Columns of a scatter plot and the scales of their axes. */
interface Scatter {
  readonly x: ColumnId;
  readonly y: ColumnId;
  readonly xScale: AxisScale;
  readonly yScale: AxisScale;
}

/** Point of an experiment in pixels. */
interface ScatterPoint {
  readonly row: ExperimentRow;
  readonly left: number;
  readonly top: number;
}

/**
 * Scatter plot: draws each experiment as a point, with one column per axis. Selected experiments have their chart
 * colors.
 */
export function ScatterPlot({ rows, available, automatic, colors }: PlotProps): ReactElement {
  const t = useTranslate();
  const [section, width] = useWidth<HTMLElement>(860);
  const [scatter, setScatter] = useScatter(automatic);
  const { x, y, xScale, yScale } = scatter;
  const plot: PlotArea = {
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
    xAxis: columnAxis(rows, x, {
      scale: xScale,
      tickCount: Math.max(3, Math.floor(width / 110)),
      otherTexts: t('Other'),
    }),
    yAxis: columnAxis(rows, y, { scale: yScale, otherTexts: t('Other') }),
  };
  const points = scatterPoints(rows.slice(0, maxPoints), plot);
  const textOf = (row: ExperimentRow) =>
    [experimentLabel(row.metadata), ...[x, y].map((id) => `${columnTitle(id, t)}: ${cellOf(row, id).text}`)].join('\n');
  const columns = axisColumns(available);
  return (
    <section ref={section} className="tl-plane" aria-label={t('Scatter')}>
      <div className="tl-toolbar">
        <ColumnSelect label={t('X axis')} value={x} columns={columns} onChange={(next) => setScatter({ x: next })} />
        <ScaleToggle label={t('Log X axis')} value={xScale} onChange={(next) => setScatter({ xScale: next })} />
        <ColumnSelect label={t('Y axis')} value={y} columns={columns} onChange={(next) => setScatter({ y: next })} />
        <ScaleToggle label={t('Log Y axis')} value={yScale} onChange={(next) => setScatter({ yScale: next })} />
        <PlotCount shown={points.length} rows={rows} />
      </div>
      {points.length === 0 ? (
        <Empty title={t('No experiment has both values.')} />
      ) : (
        <PlotFigure
          size={{ width, height }}
          label={t(
            '%1 over %2 of %3 experiments: arrow keys move between the points, Enter opens one',
            columnTitle(y, t),
            columnTitle(x, t),
            points.length,
          )}
          rows={points.map(({ row }) => row)}
          textOf={textOf}
        >
          {(current) => (
            <>
              <ScatterAxes plot={plot} xTitle={columnTitle(x, t)} yTitle={columnTitle(y, t)} />
              <ScatterPoints points={points} colors={colors} current={current} textOf={textOf} />
            </>
          )}
        </PlotFigure>
      )}
    </section>
  );
}

/** Returns the columns and scales of the plot, which are part of the view state, and a function that changes them. */
function useScatter(automatic: readonly ColumnId[]): readonly [Scatter, (change: Partial<Scatter>) => void] {
  const { setState } = useView().store;
  const defaults = defaultAxes(automatic);
  const {
    x = defaults[0] ?? 'started',
    y = defaults.at(-1) ?? 'duration',
    xScale = 'linear',
    yScale = 'linear',
  } = useViewState((state) => state.project?.scatter) ?? {};
  const scatter: Scatter = { x, y, xScale, yScale };
  const change = (next: Partial<Scatter>) =>
    setState((before) => ({
      ...before,
      project: { ...before.project, scatter: { ...scatter, ...before.project?.scatter, ...next } },
    }));
  return [scatter, change];
}

/** Area within the margins, in pixels, and its axes. */
interface PlotArea {
  readonly width: number;
  readonly height: number;
  readonly xAxis: ColumnAxis;
  readonly yAxis: ColumnAxis;
}

/** Returns the points of the experiments that have both values. */
function scatterPoints(rows: readonly ExperimentRow[], { width, height, xAxis, yAxis }: PlotArea): ScatterPoint[] {
  return rows.flatMap((row) => {
    const [x, y] = [xAxis.part(row), yAxis.part(row)];
    if (x === null || y === null) return [];
    return [{ row, left: margins.left + x * width, top: margins.top + (1 - y) * height }];
  });
}

function ScatterAxes({
  plot: { width, height: plotHeight, xAxis, yAxis },
  xTitle,
  yTitle,
}: {
  readonly plot: PlotArea;
  readonly xTitle: string;
  readonly yTitle: string;
}): ReactElement {
  const { left, top } = margins;
  const [right, bottom] = [left + width, top + plotHeight];
  return (
    <>
      {yAxis.ticks.values.map((part, index) => {
        const y = top + (1 - part) * plotHeight;
        return (
          <g key={part}>
            <line className="tl-plane-grid" x1={left} x2={right} y1={y} y2={y} />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {shortened(yAxis.ticks.text[index]!, 10)}
            </text>
          </g>
        );
      })}
      <line className="tl-plane-axis" x1={left} x2={right} y1={bottom} y2={bottom} />
      {xAxis.ticks.values.map((part, index) => (
        <text key={part} x={left + part * width} y={bottom + 16} textAnchor="middle">
          {shortened(xAxis.ticks.text[index]!, 14)}
        </text>
      ))}
      <text className="tl-plane-title" x={left + width / 2} y={height - 8} textAnchor="middle">
        {shortened(xTitle, 60)}
      </text>
      <text
        className="tl-plane-title"
        transform={`translate(14 ${top + plotHeight / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {shortened(yTitle, 40)}
      </text>
    </>
  );
}

function ScatterPoints({
  points,
  colors,
  current,
  textOf,
}: {
  readonly points: readonly ScatterPoint[];
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  /** Index of the focused point. */
  readonly current: number | null;
  readonly textOf: (row: ExperimentRow) => string;
}): ReactElement {
  const marks = points.map((point, index) => ({ ...point, index, key: point.row.metadata.experimentKey }));
  // Selected experiments are drawn on top.
  marks.sort((a, b) => Number(colors.has(a.key)) - Number(colors.has(b.key)));
  return (
    <>
      {marks.map(({ row, left, top, index, key }) => (
        <circle
          key={key}
          className={index === current ? 'tl-current' : ''}
          cx={left}
          cy={top}
          r={5}
          fill={colors.get(key)?.color ?? 'var(--tl-muted)'}
          opacity={colors.has(key) ? 1 : 0.45}
          data-index={index}
        >
          <title>{textOf(row)}</title>
        </circle>
      ))}
    </>
  );
}

function ScaleToggle({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: AxisScale;
  readonly onChange: (scale: AxisScale) => void;
}): ReactElement {
  return (
    <CheckField label={label} checked={value === 'log'} onChange={(isLog) => onChange(isLog ? 'log' : 'linear')} />
  );
}
