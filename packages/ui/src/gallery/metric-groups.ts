/** Metrics that are shown together. */
export interface MetricGroup {
  /** The shared beginning of the names; empty for names that share none. */
  readonly prefix: string;
  readonly names: readonly string[];
  /** Closed at first: the machine's own metrics, which few look at. */
  readonly collapsed: boolean;
}

/** The contexts that training scripts log in; the SDK writes them before the name. */
const context = /^(train|validate|test)_/;

/** The part of a name that groups it: up to the first slash, its context, or `sys` for the machine's metrics. */
function prefixOf(name: string): string {
  if (/^sys\./.test(name)) return 'sys';
  const inContext = context.exec(name);
  if (inContext) return inContext[1]!;
  const slash = name.indexOf('/');
  return slash > 0 ? name.slice(0, slash) : '';
}

const byName = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Losses and scores first: they are looked for most. */
const byInterest = (a: string, b: string) =>
  Number(metricDirection(a) === null) - Number(metricDirection(b) === null) || byName(a, b);

/**
 * Metric names by prefix: those without one first, the machine's own last; in a group losses and scores first. A search keeps
 * names that hold each of its words.
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

/** Which end of a metric is good, told from its name; null where the name does not tell. */
export function metricDirection(name: string): 'min' | 'max' | null {
  const last = name.toLowerCase();
  if (/(loss|err|error|perplexity|ppl|mse|mae|rmse|divergence|wer|cer)(?![a-z])/.test(last)) return 'min';
  if (/(acc|accuracy|auc|f1|precision|recall|score|bleu|rouge|reward|r2|iou|dice|map)(?![a-z])/.test(last))
    return 'max';
  return null;
}
