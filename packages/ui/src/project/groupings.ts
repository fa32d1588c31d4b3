import { type ChartExperiment, groupsBy, groupValue } from '@tracklens/core/charts';
import type { Groupings } from '../gallery/groupings.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import type { Translate } from '../text/translate.ts';

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
