import type { API } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';

/** Names that identify a registered version. */
export interface VersionName {
  readonly workspace: string;
  readonly modelName: string;
  readonly version: string;
}

/** Version registered from an experiment. */
export interface ExperimentVersion extends VersionName {
  readonly status: string | null;
}

/** Maximum number of models read concurrently: a workspace may have thousands. */
const concurrency = 4;

/**
 * Returns the versions registered from an experiment, in the order of the models. The service has no endpoint for
 * this, so every model of the workspace is read. Rejects with the reason when `signal` aborts.
 */
export async function experimentVersions(
  api: API,
  experimentKey: string,
  workspace: string,
  signal: AbortSignal,
): Promise<readonly ExperimentVersion[]> {
  const names = await api.getRegistryModelNames(workspace, { signal });
  const found = await mapConcurrent(
    names,
    async (name): Promise<ExperimentVersion[]> => {
      const { modelName, versions } = await api.getRegistryModelDetails(workspace, name, { signal });
      return versions
        .filter(({ experimentModel }) => experimentModel?.experimentKey === experimentKey)
        .map(({ version, status }) => ({ workspace, modelName, version, status: status ?? null }));
    },
    concurrency,
  );
  return found.flat();
}
