import type { ChartTheme } from './chart-theme.ts';
import { type DotRow, type GapRow, gapRow, type LineChartData, type LineRow } from './line-chart.ts';
import { m4 } from './m4.ts';
import { axisKind, axisTitle, type MetricSeries, metricOf, metricSeries } from './metric-series.ts';
import { seriesLooks } from './palette.ts';
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

/** Names for the experiments of a snapshot, with a piece of the key where two are called alike. */
export function experimentNames(snapshot: Snapshot): Map<string, string> {
  const named = new Map<string, string>();
  for (const { metadata } of snapshot.experiments) {
    named.set(metadata.experimentKey, metadata.experimentName || metadata.experimentKey.slice(0, 9));
  }
  for (const key of Object.keys(snapshot.chart)) if (!named.has(key)) named.set(key, key.slice(0, 9));
  const uses = new Map<string, number>();
  for (const name of named.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map([...named].map(([key, name]) => [key, uses.get(name)! > 1 ? `${name} (${key.slice(0, 9)})` : name]));
}

/** The chart of a saved view as rows for `lineChart`, thin enough for a picture in a notebook; null with nothing to draw. */
export function snapshotChart(
  snapshot: Snapshot,
  state: ViewState | undefined,
  theme: ChartTheme,
): LineChartData | null {
  const metricName = pictureMetric(snapshot, state);
  if (metricName === null) return null;
  const { xAxis = 'step', xScale = 'linear', yScale = 'linear', hidden = [], zoom } = state?.charts ?? {};
  const names = experimentNames(snapshot);
  const keys = Object.keys(snapshot.chart).filter((key) => {
    return !hidden.includes(key) && metricOf(snapshot.chart[key], metricName) !== null;
  });
  const looks = seriesLooks(Object.keys(snapshot.chart), theme.dark);
  const all = keys.map((key) => {
    const entry = snapshot.chart[key]!;
    return {
      key,
      name: names.get(key)!,
      ...looks.get(key)!,
      points: metricSeries(entry, metricOf(entry, metricName)!, xAxis),
    };
  });
  const window = zoom?.[metricName]?.x ?? extent(all.map((each) => each.points));
  const columns = Math.max(12, Math.floor(vertexLimit / (4 * Math.max(1, all.length))));
  const lines: LineRow[] = [];
  const dots: DotRow[] = [];
  const gaps: GapRow[] = [];
  let total = 0;
  const fits = (x: number, y: number) => (xScale !== 'log' || x > 0) && (yScale !== 'log' || y > 0);
  for (const { name, color, points } of all) {
    const { x, y, segments } = points;
    total += points.total;
    for (const [segment, start] of segments.entries()) {
      const range = { start, end: segments[segment + 1] ?? x.length };
      const kept = m4(x, y, range, { x0: window[0], x1: window[1], columns });
      const rows = [...kept].filter(
        (index) => x[index]! >= window[0] && x[index]! <= window[1] && fits(x[index]!, y[index]!),
      );
      const only = rows[0];
      if (rows.length === 1 && only !== undefined) dots.push({ color, x: x[only]!, y: y[only]! });
      else
        for (const index of rows) lines.push({ series: name, line: `${name}/${segment}`, x: x[index]!, y: y[index]! });
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
  ].join(' · ');
  return {
    title: metricName,
    subtitle,
    xTitle: axisTitle(xAxis),
    xKind: axisKind(xAxis),
    xScale: axisKind(xAxis) === 'time' ? 'linear' : xScale,
    yScale,
    series: all.map(({ name, color, dash }) => ({ name, color, dash })),
    legendLimit: 12,
    width: 640,
    height: 260,
    lines,
    ghosts: [],
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
