import type { ChartTheme } from './chart-theme.ts';
import { legendName } from './legend-name.ts';
import { type DotRow, type GapRow, gapRow, type LineChartData, type LineRow } from './line-chart.ts';
import { m4 } from './m4.ts';
import { axisKind, axisTitle, type MetricSeries, metricOf, metricSeries } from './metric-series.ts';
import { seriesLooks } from './palette.ts';
import { positivePart } from './positive-part.ts';
import { smoothedLine } from './smoothed-line.ts';
import { valueText } from './value-text.ts';
import type { Snapshot } from './view-payload.ts';
import type { ViewState } from './view-state.ts';

/** A static picture has at most this many vertices: about 30 kB of SVG. */
const vertexLimit = 2000;

/** The metric a static picture shows: the view's first, else the one most experiments have; null without any. */
export function pictureMetric(snapshot: Snapshot, state: ViewState | undefined): string | null {
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

/** Names for the experiments of a snapshot, by the view's template, with the key or a piece of it where two are called alike. */
function experimentNames(snapshot: Snapshot, template: string | undefined): Map<string, string> {
  const named = new Map<string, string>();
  for (const { metadata, ...details } of snapshot.experiments) {
    const { experimentKey: key, experimentName } = metadata;
    const label = experimentName || key.slice(0, 9);
    named.set(key, template ? legendName(template, { key, label }, details, valueText) : label);
  }
  for (const key of Object.keys(snapshot.chart)) if (!named.has(key)) named.set(key, key.slice(0, 9));
  return toldApart(
    toldApart(named, (key) => key.slice(0, 9)),
    (key) => key,
  );
}

/** The same names, each of those that stand more than once with a mark of its key. */
function toldApart(named: ReadonlyMap<string, string>, mark: (key: string) => string): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of named.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map([...named].map(([key, name]) => [key, uses.get(name)! > 1 ? `${name} (${mark(key)})` : name]));
}

/** The experiments that the view compares: those chosen, all of them where none is. Their colours depend on which they are. */
function comparedKeys(snapshot: Snapshot, selection: readonly string[] = []): string[] {
  const all = Object.keys(snapshot.chart);
  const chosen = all.filter((key) => selection.includes(key));
  return chosen.length > 0 ? chosen : all;
}

/** The chart of a saved view as rows for `lineChart`, thin enough for a picture in a notebook; null with nothing to draw. */
export function snapshotChart(
  snapshot: Snapshot,
  state: ViewState | undefined,
  theme: ChartTheme,
): LineChartData | null {
  const metricName = pictureMetric(snapshot, state);
  if (metricName === null) return null;
  const {
    xAxis = 'step',
    yScale = 'linear',
    hidden = [],
    zoom,
    smoothing,
    label,
    palette,
    colors,
  } = state?.charts ?? {};
  const xScale = axisKind(xAxis) === 'time' ? 'linear' : (state?.charts?.xScale ?? 'linear');
  const names = experimentNames(snapshot, label);
  const compared = comparedKeys(snapshot, state?.selection);
  const looks = seriesLooks(compared, theme.dark, { palette, colors });
  const keys = compared.filter((key) => !hidden.includes(key) && metricOf(snapshot.chart[key], metricName) !== null);
  const all = keys.map((key) => {
    const entry = snapshot.chart[key]!;
    const metric = metricOf(entry, metricName)!;
    const points = positivePart(metricSeries(entry, metric, xAxis), xScale === 'log', yScale === 'log');
    const drawn = smoothing ? smoothedLine(points, entry, metric, smoothing, yScale === 'log').drawn : points.y;
    return { key, name: names.get(key)!, ...looks.get(key)!, points, drawn };
  });
  const window = zoom?.[metricName]?.x ?? extent(all.map((each) => each.points));
  const drawings = all.reduce((sum, { drawn, points }) => sum + (drawn === points.y ? 1 : 2), 0);
  const columns = Math.max(12, Math.floor(vertexLimit / (4 * Math.max(1, drawings))));
  const lines: LineRow[] = [];
  const ghosts: LineRow[] = [];
  const dots: DotRow[] = [];
  const gaps: GapRow[] = [];
  let total = 0;
  for (const { name, color, points, drawn } of all) {
    const { x, y, breaks, segments } = points;
    const perUnit = window[1] > window[0] ? columns / (window[1] - window[0]) : 0;
    total += points.total;
    for (const [segment, start] of segments.entries()) {
      const range = { start, end: segments[segment + 1] ?? x.length };
      const shape = (values: Float64Array): LineRow[] => {
        const kept = m4(x, values, range, { x0: window[0], x1: window[1], columns });
        const inside = [...kept].filter((index) => x[index]! >= window[0] && x[index]! <= window[1]);
        let piece = 0;
        return inside.map((index, place) => {
          const before = inside[place - 1] ?? index;
          // As the live chart does: between columns that touch, the markers alone tell of a break.
          const far = (x[index]! - x[before]!) * perUnit >= 2;
          if (far && breaks.subarray(before + 1, index + 1).includes(1)) piece++;
          return { series: name, line: `${name}/${segment}/${piece}`, x: x[index]!, y: values[index]! };
        });
      };
      const rows = shape(drawn);
      for (const [place, row] of rows.entries()) {
        const alone = rows[place - 1]?.line !== row.line && rows[place + 1]?.line !== row.line;
        if (alone) dots.push({ color, x: row.x, y: row.y });
        else lines.push(row);
      }
      if (drawn !== y) ghosts.push(...shape(y));
    }
    for (const gap of points.gaps.slice(0, 40)) {
      if (gap.x >= window[0] && gap.x <= window[1] && (xScale !== 'log' || gap.x > 0))
        gaps.push(gapRow(color, gap.x, gap.value));
    }
  }
  const count = (value: number) => value.toLocaleString('en-US');
  const shown = lines.length + dots.length;
  const broken = all.reduce((sum, each) => sum + each.points.gaps.length, 0);
  const subtitle = [
    all.length === 1 ? all[0]!.name : `${count(all.length)} experiments`,
    shown < total ? `${count(shown)} of ${count(total)} points` : `${count(total)} points`,
    ...(broken > 0 ? [`${count(broken)} not finite`] : []),
    ...(ghosts.length > 0 ? ['smoothed'] : []),
  ].join(' · ');
  return {
    title: metricName,
    subtitle,
    xTitle: axisTitle(xAxis),
    xKind: axisKind(xAxis),
    xScale,
    yScale,
    series: all.map(({ name, color, dash }) => ({ name, color, dash })),
    legendLimit: 12,
    width: 640,
    height: 260,
    lines,
    ghosts,
    dots,
    best: [],
    gaps,
  };
}

function extent(all: readonly MetricSeries[]): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const { x, segments } of all) {
    for (const [segment, start] of segments.entries()) {
      const end = segments[segment + 1] ?? x.length;
      if (end <= start) continue;
      least = Math.min(least, x[start]!);
      greatest = Math.max(greatest, x[end - 1]!);
    }
  }
  return least <= greatest ? [least, greatest] : [0, 1];
}
