import { useMemo } from 'react';
import type { KnownNames } from '../gallery/use-unknown-names.ts';
import { useView } from '../view/view-context.ts';
import type { ChartSelection } from './use-chart-selection.ts';
import type { ListDetails } from './use-list-details.ts';

/** Returns the names that the selected experiments have logged, as far as they are loaded. */
export function useLoggedNames(
  { experiments, details, metricNames }: ChartSelection,
  { metrics, failure }: ListDetails,
): KnownNames {
  const { live } = useView();
  const areLoaded = experiments.every(({ key }) => details.has(key) || metrics.has(key));
  const areComplete = live !== null && failure === null && areLoaded;
  return useMemo(() => {
    const hasParameters = experiments.length > 1 && experiments.every(({ key }) => details.has(key));
    const parameters = new Set([...details.values()].flatMap((one) => one.parameters.map(({ name }) => name)));
    return { metrics: metricNames, parameters: hasParameters ? [...parameters] : undefined, areComplete };
  }, [experiments, details, metricNames, areComplete]);
}
