import { aggregated, memberOf } from './aggregation.ts';
import type { ChartLine } from './chart-line.ts';
import type { ChartGroup, GroupRule, ModelSettings } from './chart-settings.ts';
import type { DrawnSeries } from './drawn-series.ts';
import type { DrawableSeries } from './metric-series.ts';
import { type Domain, project } from './scales.ts';

/** Axes that groups are drawn on. */
interface GroupAxes extends Pick<ModelSettings, 'xAxis' | 'xScale' | 'yScale'> {
  /** Visible part of the x axis; null for all of it. */
  readonly domain: Domain | null;
}

/**
 * Aggregates the lines of experiments into one line per group and metric. Smoothing has already been applied to each
 * experiment.
 */
export function groupedLines(
  lines: readonly ChartLine[],
  series: readonly DrawnSeries[],
  groups: readonly ChartGroup[],
  rule: GroupRule,
  axes: GroupAxes,
): ChartLine[] {
  const keysOf = new Map(groups.map(({ key, members }) => [key, members]));
  const byMetric = new Map(
    [...Map.groupBy(lines, ({ metricName }) => metricName)].map(([name, some]) => [
      name,
      new Map(some.map((line) => [line.experimentKey, line])),
    ]),
  );
  return series.flatMap((one) => {
    const ofMetric = byMetric.get(one.metricName);
    const members = keysOf.get(one.experimentKey)!.flatMap((key) => ofMetric?.get(key) ?? []);
    return members.length === 0 ? [] : [groupLine(one, members, rule, axes)];
  });
}

function groupLine(
  one: DrawnSeries,
  members: readonly ChartLine[],
  rule: GroupRule,
  { xAxis, xScale, yScale, domain }: GroupAxes,
): ChartLine {
  const all = members.map((line) => memberOf(line.series, line.drawn));
  const { x, center, low, high, count, breaks } = aggregated(all, rule, { scale: xScale, domain });
  if (yScale === 'log') {
    // A logarithmic axis cannot show a lower bound of zero or less: the band then ends at the least value of the
    // members.
    let least = Number.POSITIVE_INFINITY;
    for (const { y } of all) for (const value of y) least = Math.min(least, value);
    for (let index = 0; index < low.length; index++) if (low[index]! <= 0) low[index] = least;
  }
  const series: DrawableSeries = {
    x,
    y: center,
    breaks,
    segments: [0],
    source: Uint32Array.from(x, (_, index) => index),
    nonFinite: members.flatMap((line) => line.series.nonFinite),
    total: members.reduce((sum, line) => sum + line.series.total, 0),
    notes: new Map(),
  };
  const metric = {
    metricName: one.metricName,
    values: Array.from(center),
    steps: xAxis === 'step' ? Array.from(x) : null,
    epochs: xAxis === 'epoch' ? Array.from(x) : null,
    timestamps: xAxis === 'wall' ? Array.from(x) : null,
    durations: null,
  };
  return {
    ...one,
    series,
    drawn: center,
    projectedX: xScale === 'linear' ? x : x.map((value) => project(xScale, value)),
    entry: { metrics: [metric] },
    metric,
    spread: { low, high, count },
    // Drawn behind the group in its color.
    members: rule.members ? members.map((line) => ({ ...line, key: one.key, color: one.color, dash: one.dash })) : [],
  };
}
