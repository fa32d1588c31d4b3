import type { MetricChart } from './metric-charts.ts';
import { metricDirection } from './metric-direction.ts';
import { compareNames } from './name-order.ts';
import { isSystemMetric } from './system-metric.ts';

/** Charts shown together. */
export interface MetricGroup {
  /** Common prefix of the names of their metrics; empty for the group of names without one. */
  readonly prefix: string;
  readonly charts: readonly MetricChart[];
  /** Whether the group is initially collapsed: system metrics, which are rarely needed. */
  readonly collapsed: boolean;
}

/** Contexts of training scripts, which the SDK prepends to names. */
const context = /^(train|validate|test)_/;

/** Returns the prefix that groups a name: `sys`, its context, or the part before the first slash. */
function prefixOf(name: string): string {
  if (isSystemMetric(name)) return 'sys';
  const inContext = context.exec(name);
  if (inContext) return inContext[1]!;
  const slash = name.indexOf('/');
  return slash > 0 ? name.slice(0, slash) : '';
}

const prefixRank = (prefix: string) => (prefix === '' ? 0 : prefix === 'sys' ? 2 : 1);
const byPrefix = (a: string, b: string) => prefixRank(a) - prefixRank(b) || compareNames(a, b);
/** Returns the rank of a metric: losses and scores come first, and system metrics last. */
const interestRank = (name: string) => (isSystemMetric(name) ? 2 : metricDirection(name) === null ? 1 : 0);

/**
 * Returns metric names in the order of all charts, images and tables: losses and scores, then the others, system
 * metrics last. `counts` gives the number of experiments that have a metric: of equally important ones the most common
 * is first.
 */
export function orderedMetrics(names: Iterable<string>, counts?: ReadonlyMap<string, number>): string[] {
  return Array.from(new Set(names), (name) => ({
    name,
    prefix: prefixOf(name),
    interest: interestRank(name),
    count: counts?.get(name) ?? 0,
  }))
    .sort(
      (a, b) =>
        a.interest - b.interest || b.count - a.count || byPrefix(a.prefix, b.prefix) || compareNames(a.name, b.name),
    )
    .map(({ name }) => name);
}

/** Returns the prefix that groups a chart: that of its metrics, or none where they have different ones. */
function chartPrefix({ metrics }: MetricChart): string {
  const [prefix = '', ...others] = new Set(metrics.map(prefixOf));
  return others.length > 0 ? '' : prefix;
}

/**
 * Groups charts by the prefix of their metrics: names without one first, system metrics last. In a group, losses and
 * scores come first.
 */
export function metricGroups(charts: Iterable<MetricChart>): readonly MetricGroup[] {
  return [...Map.groupBy(charts, chartPrefix)]
    .sort(([a], [b]) => byPrefix(a, b))
    .map(([prefix, members]) => {
      const byName = new Map(members.map((chart) => [chart.metrics[0]!, chart]));
      const ordered = orderedMetrics(byName.keys()).map((name) => byName.get(name)!);
      return { prefix, charts: ordered, collapsed: prefix === 'sys' };
    });
}

/** Returns the charts whose names contain each word of a search, in their groups, which are then expanded. */
export function matchingGroups(groups: readonly MetricGroup[], search: string): readonly MetricGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = (name: string) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const isFound = ({ title, metrics }: MetricChart) => matches(title) || metrics.some(matches);
  return groups
    .map((group) => ({ ...group, charts: group.charts.filter(isFound), collapsed: false }))
    .filter(({ charts }) => charts.length > 0);
}
