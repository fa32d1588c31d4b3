import { useMemo } from 'react';
import type { KnownNames } from '../gallery/use-unknown-names.ts';
import { useView } from '../view/view-context.ts';
import type { ChartSelection } from './use-chart-selection.ts';
import type { ListDetails } from './use-list-details.ts';

/** Returns the names that the selected ones of the listed experiments have logged, as far as they are loaded. */
export function useLoggedNames(
  { experiments, details, metricNames }: ChartSelection,
  { metrics, failure }: ListDetails,
  listed: number,
): KnownNames {
  const { live } = useView();
  const areLoaded = experiments.every(({ key }) => details.has(key) || metrics.has(key));
  const arePartial = experiments.length < listed;
  const areComplete = live !== null && failure === null && areLoaded;
  return useMemo(() => {
    const hasParameters = experiments.length > 1 && experiments.every(({ key }) => details.has(key));
    const parameters = new Set([...details.values()].flatMap((one) => one.parameters.map(({ name }) => name)));
    const known = hasParameters ? [...parameters] : undefined;
    return { metrics: metricNames, parameters: known, arePartial, areComplete };
  }, [experiments, details, metricNames, arePartial, areComplete]);
}
