import { aggregated, memberOf } from './aggregation.ts';
import type { ChartLine } from './chart-line.ts';
import type { ChartGroup, GroupRule, ModelSettings } from './chart-settings.ts';
import type { DrawnExperiment } from './experiment-lines.ts';
import type { DrawableSeries } from './metric-series.ts';
import { type Domain, project } from './scales.ts';

type DrawnGroup = ChartGroup & DrawnExperiment;

/** Axes that groups are drawn on. */
interface GroupAxes extends Pick<ModelSettings, 'xAxis' | 'xScale' | 'yScale'> {
  readonly metricName: string;
  /** Visible part of the x axis; null for all of it. */
  readonly domain: Domain | null;
}

/**
 * Aggregates the lines of experiments into one line per group. Smoothing has already been applied to each experiment.
 */
export function groupedLines(
  lines: readonly ChartLine[],
  groups: readonly DrawnGroup[],
  rule: GroupRule,
  axes: GroupAxes,
): ChartLine[] {
  const byKey = new Map(lines.map((line) => [line.key, line]));
  return groups.flatMap((group) => {
    const members = group.members.flatMap((key) => byKey.get(key) ?? []);
    return members.length === 0 ? [] : [groupLine(group, members, rule, axes)];
  });
}

function groupLine(
  { key, label, color, dash }: DrawnGroup,
  members: readonly ChartLine[],
  rule: GroupRule,
  { metricName, xAxis, xScale, yScale, domain }: GroupAxes,
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
    metricName,
    values: Array.from(center),
    steps: xAxis === 'step' ? Array.from(x) : null,
    epochs: xAxis === 'epoch' ? Array.from(x) : null,
    timestamps: xAxis === 'wall' ? Array.from(x) : null,
    durations: null,
  };
  return {
    key,
    label,
    color,
    dash,
    series,
    drawn: center,
    projectedX: xScale === 'linear' ? x : x.map((value) => project(xScale, value)),
    entry: { metrics: [metric] },
    metric,
    spread: { low, high, count },
    // Drawn behind the group in its color.
    members: rule.members ? members.map((line) => ({ ...line, key, color, dash })) : [],
  };
}
