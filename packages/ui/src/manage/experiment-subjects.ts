import { type API, APIExperiment } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';

/** Returns experiments with their names and states as the service has them, which a view may know only from a page. */
export function experimentSubjects(api: API, experimentKeys: readonly string[]) {
  return mapConcurrent(experimentKeys, async (experimentKey) => {
    const metadata = await new APIExperiment({ api, previousExperiment: experimentKey }).getMetadata();
    const name = experimentLabel(metadata);
    return { kind: 'experiment', experimentKey, name, state: experimentState(metadata) } as const;
  });
}
