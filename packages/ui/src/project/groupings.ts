import { type ChartExperiment, drawnGroups } from '@tracklens/core/charts';
import type { Groupings } from '../gallery/groupings.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { naturalOrder } from '../text/text-order.ts';
import type { Translate } from '../text/translate.ts';

/** Returns what the given experiments can be grouped by: their tags, and each parameter that differs between them. */
export function groupingsOf(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  t: Translate,
): Groupings {
  const parameters = differingParameters(experiments, details).sort(naturalOrder);
  return {
    choices: [
      ...(experiments.some(({ key }) => (details.get(key)?.tags.length ?? 0) > 0)
        ? [{ by: 'tag', title: t('Tags') }]
        : []),
      ...parameters.map((name) => ({ by: `parameter:${name}`, title: name })),
    ],
    groups: (by) => drawnGroups(experiments, details, by, t),
  };
}

/** Returns the names of the parameters whose values differ. Experiments without a parameter have an empty value. */
function differingParameters(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
): string[] {
  const found = new Map<string, { readonly values: Set<string>; count: number }>();
  for (const { key } of experiments) {
    const own = new Map<string, string>();
    for (const { name, valueCurrent } of details.get(key)?.parameters ?? [])
      if (!own.has(name)) own.set(name, valueCurrent ?? '');
    for (const [name, value] of own) {
      const entry = found.get(name) ?? { values: new Set(), count: 0 };
      entry.values.add(value);
      entry.count++;
      found.set(name, entry);
    }
  }
  for (const { values, count } of found.values()) if (count < experiments.length) values.add('');
  return [...found].flatMap(([name, { values }]) => (values.size > 1 ? [name] : []));
}
