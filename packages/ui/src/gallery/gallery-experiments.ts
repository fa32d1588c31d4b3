import { type ChartOptions, legendName, seriesStyles } from '@tracklens/core/display';
import type { ChartExperiment, ChartGroup } from '../charts/index.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { valueText } from '../text/number-text.ts';
import type { Groupings } from './groupings.ts';

/** Options that decide how experiments look and what they are called. */
export type StyleOptions = Pick<ChartOptions, 'palette' | 'colors' | 'label'>;

/**
 * Returns experiments with colors and dashes, unless they have their own, and with the names that the user has chosen.
 */
export function galleryExperiments(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  options: StyleOptions,
  dark: boolean,
): ChartExperiment[] {
  const { label } = options;
  const styles = withStyles(experiments, options, dark);
  const drawn = styles.map((one, index) => ({ ...one, ...experiments[index] }));
  if (!label) return drawn;
  return drawn.map((one) => ({ ...one, label: legendName(label, one, details.get(one.key), valueText) }));
}

/** Returns the groups by a criterion, or null where each experiment has its own line. */
export function galleryGroups(
  groupings: Groupings | null,
  by: string | undefined,
  options: StyleOptions,
  dark: boolean,
): ChartGroup[] | null {
  const groups = by === undefined ? null : (groupings?.groups(by) ?? null);
  return groups && withStyles(groups, options, dark);
}

function withStyles<Item extends ChartExperiment>(
  items: readonly Item[],
  options: StyleOptions,
  dark: boolean,
): Item[] {
  const keys = items.map(({ key }) => key);
  const styles = seriesStyles(keys, dark, options);
  return items.map((item) => ({ ...item, ...styles.get(item.key) }));
}
