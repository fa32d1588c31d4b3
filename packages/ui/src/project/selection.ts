import type { ChartExperiment } from '@tracklens/core/charts';
import type { SeriesStyle } from '@tracklens/core/display';
import { experimentLabel } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';

/** Returns the selected experiments as chart series. Labels that repeat are disambiguated with the key. */
export function chartExperiments(
  chosen: readonly Metadata[],
  styles: ReadonlyMap<string, SeriesStyle>,
): ChartExperiment[] {
  const uses = new Map<string, number>();
  for (const metadata of chosen) uses.set(experimentLabel(metadata), (uses.get(experimentLabel(metadata)) ?? 0) + 1);
  return chosen.map((metadata) => {
    const label = experimentLabel(metadata);
    const key = metadata.experimentKey;
    return { key, label: uses.get(label)! > 1 ? `${label} (${key.slice(0, 6)})` : label, ...styles.get(key) };
  });
}
