import { metricDirection } from '../charts/metric-direction.ts';

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
  if (/^sys\./.test(name)) return 'sys';
  const inContext = context.exec(name);
  if (inContext) return inContext[1]!;
  const slash = name.indexOf('/');
  return slash > 0 ? name.slice(0, slash) : '';
}

const byName = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Losses and scores come first: they are the most important. */
const byInterest = (a: string, b: string) =>
  Number(metricDirection(a) === null) - Number(metricDirection(b) === null) || byName(a, b);

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
  const rank = (prefix: string) => (prefix === '' ? 0 : prefix === 'sys' ? 2 : 1);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || byName(a, b))
    .map(([prefix, members]) => ({
      prefix,
      names: members.sort(byInterest),
      collapsed: prefix === 'sys' && words.length === 0,
    }));
}
