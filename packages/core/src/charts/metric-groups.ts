import { metricDirection } from './metric-direction.ts';
import { compareNames } from './name-order.ts';
import { isSystemMetric } from './system-metric.ts';

/** Metrics shown together. */
export interface MetricGroup {
  /** Common prefix of the names; empty for the group of names without one. */
  readonly prefix: string;
  readonly names: readonly string[];
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

/**
 * Groups metric names by prefix: names without one first, system metrics last. In a group, losses and scores come
 * first.
 */
export function metricGroups(names: Iterable<string>): readonly MetricGroup[] {
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const prefix = prefixOf(name);
    const members = groups.get(prefix);
    if (members === undefined) groups.set(prefix, [name]);
    else members.push(name);
  }
  return [...groups]
    .sort(([a], [b]) => byPrefix(a, b))
    .map(([prefix, members]) => ({ prefix, names: orderedMetrics(members), collapsed: prefix === 'sys' }));
}

/** Returns the metrics whose names contain each word of a search, in their groups, which are then expanded. */
export function matchingGroups(groups: readonly MetricGroup[], search: string): readonly MetricGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = (name: string) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return groups
    .map((group) => ({ ...group, names: group.names.filter(matches), collapsed: false }))
    .filter(({ names }) => names.length > 0);
}
