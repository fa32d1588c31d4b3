import type { OperationOptions } from '../client/connection.ts';
import { isRestApiException } from '../client/errors.ts';
import type { ArtifactUse } from '../contract/index.ts';

/** Experiment that may have used artifacts. An `APIExperiment` is one. */
export interface ArtifactConsumer {
  getArtifactLineage(
    options: OperationOptions & { readonly direction: 'input' },
  ): Promise<{ readonly artifacts: readonly ArtifactUse[] }>;
}

/**
 * Returns the artifact versions that an experiment used; none for a service that has no such list, or describes them in
 * another form than the local service.
 */
export async function artifactInputs(
  experiment: ArtifactConsumer,
  options: OperationOptions,
): Promise<readonly ArtifactUse[]> {
  try {
    return (await experiment.getArtifactLineage({ ...options, direction: 'input' })).artifacts;
  } catch (error) {
    if (isRestApiException(error) && ['not-found', 'malformed'].includes(error.code)) return [];
    throw error;
  }
}
