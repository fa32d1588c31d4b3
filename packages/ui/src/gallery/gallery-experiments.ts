import { type ChartOptions, legendName, seriesLooks } from '@tracklens/core/display';
import type { ChartExperiment, ChartGroup } from '../charts/index.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { valueText } from '../text/number-text.ts';
import type { Groupings } from './groupings.ts';

/** Options that decide how experiments look and what they are called. */
export type LookOptions = Pick<ChartOptions, 'palette' | 'colors' | 'label'>;

/**
 * Returns experiments with colors and dashes, unless they have their own, and with the names that the user has chosen.
 */
export function galleryExperiments(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  options: LookOptions,
  dark: boolean,
): ChartExperiment[] {
  const { label } = options;
  const looks = withLooks(experiments, options, dark);
  const drawn = looks.map((one, index) => ({ ...one, ...experiments[index] }));
  if (!label) return drawn;
  return drawn.map((one) => ({ ...one, label: legendName(label, one, details.get(one.key), valueText) }));
}

/** Returns the groups by a criterion, or null without a grouping that is available. */
export function galleryGroups(
  groupings: Groupings | null,
  by: string | undefined,
  options: LookOptions,
  dark: boolean,
): ChartGroup[] | null {
  if (by === undefined || !groupings?.choices.some((choice) => choice.by === by)) return null;
  return withLooks(groupings.groups(by), options, dark);
}

function withLooks<Item extends ChartExperiment>(items: readonly Item[], options: LookOptions, dark: boolean): Item[] {
  const keys = items.map(({ key }) => key);
  const looks = seriesLooks(keys, dark, options);
  return items.map((item) => ({ ...item, ...looks.get(item.key) }));
}
