import { metricDirection } from './metric-direction.ts';
import { compareNames } from './name-order.ts';

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

/** Returns whether the SDK measured a metric by itself, about the machine and the process. */
export function isSystemMetric(name: string): boolean {
  return name.startsWith('sys.') || name === 'process duration';
}

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
  const count = (name: string) => counts?.get(name) ?? 0;
  return [...new Set(names)].sort(
    (a, b) =>
      interestRank(a) - interestRank(b) ||
      count(b) - count(a) ||
      byPrefix(prefixOf(a), prefixOf(b)) ||
      compareNames(a, b),
  );
}

/**
 * Groups metric names by prefix: names without one first, system metrics last. In a group, losses and scores come
 * first. A search filters names that contain each of its words.
 */
export function metricGroups(names: Iterable<string>, search = ''): readonly MetricGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) {
    if (!words.every((word) => name.toLowerCase().includes(word))) continue;
    const prefix = prefixOf(name);
    groups.set(prefix, [...(groups.get(prefix) ?? []), name]);
  }
  return [...groups]
    .sort(([a], [b]) => byPrefix(a, b))
    .map(([prefix, members]) => ({
      prefix,
      names: orderedMetrics(members),
      collapsed: prefix === 'sys' && words.length === 0,
    }));
}
