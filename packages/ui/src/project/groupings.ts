import { seriesLooks } from '@tracklens/core/display';
import type { ChartExperiment, ChartGroup } from '../charts/chart-settings.ts';
import type { Groupings } from '../gallery/groupings.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { numberOf, valueText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';

/** Returns an experiment's value for a grouping; empty if it has none. */
function groupValue(details: ExperimentDetails | undefined, by: string): string {
  if (by === 'tag') return [...(details?.tags ?? [])].sort().join(', ');
  const name = by.slice('parameter:'.length);
  return details?.parameters.find((parameter) => parameter.name === name)?.valueCurrent ?? '';
}

/** Returns what the given experiments can be grouped by: their tags, and each parameter that differs between them. */
export function groupingsOf(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  dark: boolean,
  t: Translate,
): Groupings {
  const names = new Set<string>();
  for (const { key } of experiments) for (const { name } of details.get(key)?.parameters ?? []) names.add(name);
  const differs = (by: string) => new Set(experiments.map(({ key }) => groupValue(details.get(key), by))).size > 1;
  const parameters = [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    choices: [
      ...(experiments.some(({ key }) => (details.get(key)?.tags.length ?? 0) > 0)
        ? [{ by: 'tag', title: t('Tags') }]
        : []),
      ...parameters
        .filter((name) => differs(`parameter:${name}`))
        .map((name) => ({ by: `parameter:${name}`, title: name })),
    ],
    groups: (by) => groupsBy(experiments, details, by, dark, t),
  };
}

/** Returns the groups sorted by value, numbers numerically; the group without a value is last. */
function groupsBy(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  by: string,
  dark: boolean,
  t: Translate,
): readonly ChartGroup[] {
  const members = new Map<string, string[]>();
  for (const { key } of experiments) {
    const value = groupValue(details.get(key), by);
    members.set(value, [...(members.get(value) ?? []), key]);
  }
  const values = [...members.keys()].sort(compare);
  const name = by === 'tag' ? t('tags') : by.slice('parameter:'.length);
  const looks = seriesLooks(
    values.map((value) => `${by}=${value}`),
    dark,
  );
  return values.map((value) => {
    const key = `${by}=${value}`;
    const text = value === '' ? t('%1: none', name) : by === 'tag' ? value : `${name} = ${valueText(value)}`;
    const keys = members.get(value)!;
    return { key, label: `${text} (${keys.length})`, members: keys, ...looks.get(key) };
  });
}

function compare(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== null && y !== null) return x - y;
  return a.localeCompare(b, 'en', { numeric: true });
}
