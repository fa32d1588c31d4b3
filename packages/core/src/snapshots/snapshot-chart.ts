import { chartSettings } from '../charts/chart-options.ts';
import type { ChartTheme } from '../charts/chart-theme.ts';
import {
  type LineChartData,
  type LineRow,
  type NonFiniteMarker,
  nonFiniteMarker,
  type PointMarker,
} from '../charts/line-chart.ts';
import { m4 } from '../charts/m4.ts';
import { axisKind, axisTitle, type MetricSeries, metricOf, metricSeries } from '../charts/metric-series.ts';
import { type SeriesLook, seriesLooks } from '../charts/palette.ts';
import { positiveValues } from '../charts/positive-values.ts';
import { smoothedLine } from '../charts/smoothed-line.ts';
import type { ViewState } from '../targets/view-state.ts';
import { experimentNames } from './snapshot-names.ts';
import { chartedMetrics, drawnKeys, mainNames } from './snapshot-selection.ts';
import type { Snapshot } from './view-payload.ts';

/** Target number of vertices per pixel of width in a static image: about 30 kB of SVG at the largest size. */
const verticesAPixel = 3;
/** Width in pixels of a non-finite value's marker. Of markers that would overlap only one is drawn. */
const markWidth = 8;

/** Returns the metrics that get an image: those the view charts and its experiments have points of. */
export function imageMetrics(snapshot: Snapshot, state: ViewState | undefined): string[] {
  const keys = drawnKeys(Object.keys(snapshot.chart), state);
  const drawn = new Set<string>();
  for (const key of keys) {
    for (const { metricName, values } of snapshot.chart[key]!.metrics) if (values.length > 0) drawn.add(metricName);
  }
  const charted = new Set(keys);
  const main = mainNames(
    snapshot.experiments.filter(({ metadata }) => charted.has(metadata.experimentKey)).map(({ metrics }) => metrics),
  );
  return chartedMetrics(
    [...new Set([...main, ...drawn])].filter((name) => drawn.has(name)),
    state,
  );
}

/**
 * Returns the compared experiments: the selected ones, or all when none is selected. Their colours depend on this
 * set.
 */
function comparedKeys(snapshot: Snapshot, selection: readonly string[] = []): string[] {
  const all = Object.keys(snapshot.chart);
  const chosen = all.filter((key) => selection.includes(key));
  return chosen.length > 0 ? chosen : all;
}

/** Series of an image with its drawn values: as logged, or smoothed. */
interface DrawnSeries extends SeriesLook {
  readonly name: string;
  readonly points: MetricSeries;
  readonly drawn: Float64Array;
}

/** Visible range of the x axis and its number of columns. */
interface Columns {
  readonly x0: number;
  readonly x1: number;
  readonly columns: number;
}

/** Returns one segment of a series, downsampled to the columns. Missing values split it into several lines. */
function segmentRows({ name, points }: DrawnSeries, values: Float64Array, segment: number, window: Columns): LineRow[] {
  const { x, breaks, segments } = points;
  const { x0, x1, columns } = window;
  const perUnit = x1 > x0 ? columns / (x1 - x0) : 0;
  const kept = m4(x, values, { start: segments[segment]!, end: segments[segment + 1] ?? x.length }, window);
  const inside = [...kept].filter((index) => x[index]! >= x0 && x[index]! <= x1);
  let piece = 0;
  return inside.map((index, position) => {
    const before = inside[position - 1] ?? index;
    // Same as in the live chart: between adjacent columns a break is shown by its markers only.
    const far = (x[index]! - x[before]!) * perUnit >= 2;
    if (far && breaks.subarray(before + 1, index + 1).includes(1)) piece++;
    return { series: name, line: `${name}/${segment}/${piece}`, x: x[index]!, y: values[index]! };
  });
}

/** Returns the rows of the image: lines, their unsmoothed values, isolated points and non-finite values. */
function rowsOf(all: readonly DrawnSeries[], window: Columns, width: number) {
  const lines: LineRow[] = [];
  const rawLines: LineRow[] = [];
  const singlePoints: PointMarker[] = [];
  // A later series overwrites the marker at the same position.
  const markers = new Map<string, NonFiniteMarker>();
  for (const series of all) {
    const { color, points, drawn } = series;
    for (const segment of points.segments.keys()) {
      const rows = segmentRows(series, drawn, segment, window);
      for (const [index, row] of rows.entries()) {
        const alone = rows[index - 1]?.line !== row.line && rows[index + 1]?.line !== row.line;
        if (alone) singlePoints.push({ color, x: row.x, y: row.y });
        else lines.push(row);
      }
      if (drawn !== points.y) rawLines.push(...segmentRows(series, points.y, segment, window));
    }
    for (const [key, { x, value }] of firstNonFinite(points, window, width))
      markers.set(key, nonFiniteMarker(color, x, value));
  }
  return { lines, rawLines, singlePoints, nonFiniteMarkers: [...markers.values()] };
}

/** Returns the first non-finite value of each kind in each marker column, by kind and column. */
function firstNonFinite({ nonFinite }: MetricSeries, { x0, x1 }: Omit<Columns, 'columns'>, width: number) {
  const perUnit = x1 > x0 ? Math.floor(width / markWidth) / (x1 - x0) : 0;
  const marked = new Map<string, MetricSeries['nonFinite'][number]>();
  for (const one of nonFinite) {
    if (one.x < x0 || one.x > x1) continue;
    const key = `${one.value} ${Math.floor((one.x - x0) * perUnit)}`;
    if (!marked.has(key)) marked.set(key, one);
  }
  return marked;
}

/** Size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns one metric's chart of a saved view as rows for `lineChart`, downsampled for an image in a notebook; null
 * when there is nothing to draw.
 */
export function snapshotChart(
  snapshot: Snapshot,
  state: ViewState | undefined,
  theme: ChartTheme,
  metricName: string,
  { width, height }: ImageSize,
): LineChartData | null {
  const settings = chartSettings(state?.charts, metricName);
  const { xAxis, yScale, smoothing, hidden, zoom } = settings;
  const xScale = axisKind(xAxis) === 'time' ? 'linear' : settings.xScale;
  const names = experimentNames(snapshot, settings.label);
  const compared = comparedKeys(snapshot, state?.selection);
  const looks = seriesLooks(compared, theme.dark, settings);
  const keys = compared.filter((key) => !hidden.includes(key) && metricOf(snapshot.chart[key], metricName) !== null);
  const all = keys.map((key): DrawnSeries => {
    const entry = snapshot.chart[key]!;
    const metric = metricOf(entry, metricName)!;
    const points = positiveValues(metricSeries(entry, metric, xAxis), xScale === 'log', yScale === 'log');
    const drawn = smoothing ? smoothedLine(points, entry, metric, smoothing, yScale === 'log').drawn : points.y;
    return { name: names.get(key)!, ...looks.get(key)!, points, drawn };
  });
  const shown = zoom?.x === undefined ? extent(all) : { x0: zoom.x[0], x1: zoom.x[1] };
  const rows = rowsOf(all, { ...shown, columns: columnsFor(all, width) }, width);
  if (rows.lines.length + rows.singlePoints.length === 0) return null;
  return {
    title: metricName,
    subtitle: subtitleOf(all, rows, snapshot.whole?.drawn),
    xTitle: axisTitle(xAxis),
    xKind: axisKind(xAxis),
    xScale,
    yScale,
    series: all.map(({ name, color, dash }) => ({ name, color, dash })),
    legendLimit: 12,
    width,
    height,
    ...rows,
    bestMarker: [],
  };
}

/** Describes the content of the image in words; `drawn` is the number of experiments that the view draws. */
function subtitleOf(
  all: readonly DrawnSeries[],
  { lines, singlePoints, rawLines }: ReturnType<typeof rowsOf>,
  drawn = 0,
): string {
  const shown = lines.length + singlePoints.length;
  const total = all.reduce((sum, { points }) => sum + points.total, 0);
  const broken = all.flatMap(({ points }) => points.nonFinite);
  const nan = broken.filter(({ value }) => Number.isNaN(value)).length;
  const experiments = drawn > all.length ? `${count(all.length)} of ${count(drawn)}` : count(all.length);
  return [
    ...(all.length === 1 ? [all[0]!.name] : []),
    ...(all.length > 1 || drawn > 1 ? [`${experiments} experiments`] : []),
    shown < total ? `${count(shown)} of ${count(total)} points` : `${count(total)} points`,
    ...(nan > 0 ? [`${count(nan)} NaN`] : []),
    ...(broken.length > nan ? [`${count(broken.length - nan)} infinite`] : []),
    ...(rawLines.length > 0 ? ['smoothed'] : []),
  ].join(' · ');
}

const count = (value: number) => value.toLocaleString('en-US');

/**
 * Returns the number of columns within the vertex limit: four vertices per column and line, twice that for a smoothed
 * line.
 */
function columnsFor(all: readonly DrawnSeries[], width: number): number {
  const drawings = all.reduce((sum, { drawn, points }) => sum + (drawn === points.y ? 1 : 2), 0);
  return Math.max(12, Math.floor((width * verticesAPixel) / (4 * Math.max(1, drawings))));
}

/** Returns the x range over the points of all series. */
function extent(all: readonly DrawnSeries[]): Omit<Columns, 'columns'> {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const { points } of all) {
    const { x, segments } = points;
    for (const [segment, start] of segments.entries()) {
      const end = segments[segment + 1] ?? x.length;
      if (end <= start) continue;
      least = Math.min(least, x[start]!);
      greatest = Math.max(greatest, x[end - 1]!);
    }
  }
  return least <= greatest ? { x0: least, x1: greatest } : { x0: 0, x1: 1 };
}
