import type { ChartExperiment, ChartGroup } from './chart-settings.ts';
import { metricValue } from './metric-value.ts';
import { compareNames } from './name-order.ts';

/** Details of an experiment that it can be grouped by. */
interface GroupedDetails {
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly valueCurrent?: string | null | undefined }[];
}

/** Translates a text; `%1` is the first value. */
type Translate = (english: string, ...values: string[]) => string;

/** Returns an experiment's value for a grouping; empty if it has none. */
function groupValue(details: GroupedDetails | undefined, by: string): string {
  if (by === 'tag') return [...(details?.tags ?? [])].sort().join(', ');
  const name = by.slice('parameter:'.length);
  return details?.parameters.find((parameter) => parameter.name === name)?.valueCurrent ?? '';
}

/**
 * Returns the groups sorted by value, numbers numerically; the group without a value is last. Labels contain the text
 * of a parameter as logged, because parameters with different texts are different groups.
 */
export function groupsBy(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, GroupedDetails>,
  by: string,
  t: Translate,
): readonly ChartGroup[] {
  const grouped = Map.groupBy(experiments, ({ key }) => groupValue(details.get(key), by));
  const name = by === 'tag' ? t('tags') : by.slice('parameter:'.length);
  return [...grouped]
    .sort(([a], [b]) => compare(a, b))
    .map(([value, members]) => {
      const text = value === '' ? t('%1: none', name) : by === 'tag' ? value : `${name} = ${value}`;
      const label = `${text} (${members.length})`;
      return { key: groupKey(by, value), label, members: members.map(({ key }) => key) };
    });
}

/**
 * Returns the groups that charts draw: null where each experiment has its own line, because none has a value or there
 * is only one.
 */
export function drawnGroups(...given: Parameters<typeof groupsBy>): readonly ChartGroup[] | null {
  const [experiments, , by] = given;
  if (experiments.length < 2) return null;
  const groups = groupsBy(...given);
  return groups.length === 1 && groups[0]!.key === groupKey(by, '') ? null : groups;
}

const groupKey = (by: string, value: string) => `${by}=${value}`;

function compare(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [x, y] = [metricValue(a), metricValue(b)];
  const distance = x === null || y === null ? Number.NaN : x - y;
  // NaN has no order, nor have two equal infinities a distance.
  return Number.isNaN(distance) ? compareNames(a, b) : distance;
}
