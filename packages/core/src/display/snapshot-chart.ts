import type { ChartTheme } from './chart-theme.ts';
import { type DotRow, type GapRow, gapRow, type LineChartData, type LineRow } from './line-chart.ts';
import { m4 } from './m4.ts';
import { axisKind, axisTitle, type MetricSeries, metricOf, metricSeries } from './metric-series.ts';
import { type SeriesLook, seriesLooks } from './palette.ts';
import { positivePart } from './positive-part.ts';
import { smoothedLine } from './smoothed-line.ts';
import { experimentNames } from './snapshot-names.ts';
import type { Snapshot } from './view-payload.ts';
import type { ViewState } from './view-state.ts';

/** A static picture has at most this many vertices: about 30 kB of SVG. */
const vertexLimit = 2000;
/** Marks of values that are not finite, for each series. */
const gapLimit = 40;

/** The metric a static picture shows: the view's first, else the one most experiments have; null without any. */
function pictureMetric(snapshot: Snapshot, state: ViewState | undefined): string | null {
  const counts = new Map<string, number>();
  for (const entry of Object.values(snapshot.chart)) {
    for (const { metricName, values } of entry.metrics) {
      if (values.length > 0) counts.set(metricName, (counts.get(metricName) ?? 0) + 1);
    }
  }
  const chosen = state?.charts?.metrics?.find((name) => counts.has(name));
  if (chosen !== undefined) return chosen;
  let most: string | null = null;
  for (const [name, count] of counts) if (most === null || count > counts.get(most)!) most = name;
  return most;
}

/** The experiments that the view compares: those chosen, all of them where none is. Their colours depend on which they are. */
function comparedKeys(snapshot: Snapshot, selection: readonly string[] = []): string[] {
  const all = Object.keys(snapshot.chart);
  const chosen = all.filter((key) => selection.includes(key));
  return chosen.length > 0 ? chosen : all;
}

/** A series of the picture, with its values as they are drawn: the logged ones, or those smoothed. */
interface DrawnSeries extends SeriesLook {
  readonly name: string;
  readonly points: MetricSeries;
  readonly drawn: Float64Array;
}

/** The part of the x axis that is shown, and in how many columns. */
interface Columns {
  readonly x0: number;
  readonly x1: number;
  readonly columns: number;
}

/** One segment of a series, thinned to the columns; where values are missing it falls into lines of their own. */
function segmentRows({ name, points }: DrawnSeries, values: Float64Array, segment: number, window: Columns): LineRow[] {
  const { x, breaks, segments } = points;
  const { x0, x1, columns } = window;
  const perUnit = x1 > x0 ? columns / (x1 - x0) : 0;
  const kept = m4(x, values, { start: segments[segment]!, end: segments[segment + 1] ?? x.length }, window);
  const inside = [...kept].filter((index) => x[index]! >= x0 && x[index]! <= x1);
  let piece = 0;
  return inside.map((index, place) => {
    const before = inside[place - 1] ?? index;
    // As the live chart does: between columns that touch, the markers alone tell of a break.
    const far = (x[index]! - x[before]!) * perUnit >= 2;
    if (far && breaks.subarray(before + 1, index + 1).includes(1)) piece++;
    return { series: name, line: `${name}/${segment}/${piece}`, x: x[index]!, y: values[index]! };
  });
}

/** The rows of the picture: lines, what they were smoothed from, points that stand alone, and values that are not finite. */
function rowsOf(all: readonly DrawnSeries[], window: Columns) {
  const lines: LineRow[] = [];
  const ghosts: LineRow[] = [];
  const dots: DotRow[] = [];
  const gaps: GapRow[] = [];
  for (const series of all) {
    const { color, points, drawn } = series;
    for (const segment of points.segments.keys()) {
      const rows = segmentRows(series, drawn, segment, window);
      for (const [place, row] of rows.entries()) {
        const alone = rows[place - 1]?.line !== row.line && rows[place + 1]?.line !== row.line;
        if (alone) dots.push({ color, x: row.x, y: row.y });
        else lines.push(row);
      }
      if (drawn !== points.y) ghosts.push(...segmentRows(series, points.y, segment, window));
    }
    for (const gap of points.gaps.slice(0, gapLimit)) {
      if (gap.x >= window.x0 && gap.x <= window.x1) gaps.push(gapRow(color, gap.x, gap.value));
    }
  }
  return { lines, ghosts, dots, gaps };
}

/** The chart of a saved view as rows for `lineChart`, thin enough for a picture in a notebook; null with nothing to draw. */
export function snapshotChart(
  snapshot: Snapshot,
  state: ViewState | undefined,
  theme: ChartTheme,
): LineChartData | null {
  const metricName = pictureMetric(snapshot, state);
  if (metricName === null) return null;
  const { xAxis = 'step', yScale = 'linear', hidden = [], zoom, label, palette, colors } = state?.charts ?? {};
  const { smoothing } = state?.charts ?? {};
  const xScale = axisKind(xAxis) === 'time' ? 'linear' : (state?.charts?.xScale ?? 'linear');
  const names = experimentNames(snapshot, label);
  const compared = comparedKeys(snapshot, state?.selection);
  const looks = seriesLooks(compared, theme.dark, { palette, colors });
  const keys = compared.filter((key) => !hidden.includes(key) && metricOf(snapshot.chart[key], metricName) !== null);
  const all = keys.map((key): DrawnSeries => {
    const entry = snapshot.chart[key]!;
    const metric = metricOf(entry, metricName)!;
    const points = positivePart(metricSeries(entry, metric, xAxis), xScale === 'log', yScale === 'log');
    const drawn = smoothing ? smoothedLine(points, entry, metric, smoothing, yScale === 'log').drawn : points.y;
    return { name: names.get(key)!, ...looks.get(key)!, points, drawn };
  });
  const zoomed = zoom?.[metricName]?.x;
  const shown = zoomed === undefined ? extent(all) : { x0: zoomed[0], x1: zoomed[1] };
  const rows = rowsOf(all, { ...shown, columns: columnsFor(all) });
  return {
    title: metricName,
    subtitle: subtitleOf(all, rows),
    xTitle: axisTitle(xAxis),
    xKind: axisKind(xAxis),
    xScale,
    yScale,
    series: all.map(({ name, color, dash }) => ({ name, color, dash })),
    legendLimit: 12,
    width: 640,
    height: 260,
    ...rows,
    best: [],
  };
}

/** What the picture shows, in words. */
function subtitleOf(all: readonly DrawnSeries[], { lines, dots, ghosts }: ReturnType<typeof rowsOf>): string {
  const count = (value: number) => value.toLocaleString('en-US');
  const shown = lines.length + dots.length;
  const total = all.reduce((sum, { points }) => sum + points.total, 0);
  const broken = all.reduce((sum, { points }) => sum + points.gaps.length, 0);
  return [
    all.length === 1 ? all[0]!.name : `${count(all.length)} experiments`,
    shown < total ? `${count(shown)} of ${count(total)} points` : `${count(total)} points`,
    ...(broken > 0 ? [`${count(broken)} not finite`] : []),
    ...(ghosts.length > 0 ? ['smoothed'] : []),
  ].join(' · ');
}

/** As many columns as the vertices allow: four a column for each line, and a smoothed one is drawn twice. */
function columnsFor(all: readonly DrawnSeries[]): number {
  const drawings = all.reduce((sum, { drawn, points }) => sum + (drawn === points.y ? 1 : 2), 0);
  return Math.max(12, Math.floor(vertexLimit / (4 * Math.max(1, drawings))));
}

/** From the first to the last point of all. */
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
