import type { API } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';

/** A registered version, by its names. */
export interface VersionName {
  readonly workspace: string;
  readonly modelName: string;
  readonly version: string;
}

/** A version that an experiment made. */
export interface MadeVersion extends VersionName {
  readonly status: string | null;
}

/** So many models are read at once: a workspace may have thousands. */
const atOnce = 4;

/**
 * The registered versions that an experiment made, in the order of the models. The service has no such list: every model of the
 * workspace is read, a few at once. Rejects with the reason when `signal` aborts.
 */
export async function madeVersions(
  api: API,
  experimentKey: string,
  workspace: string,
  signal: AbortSignal,
): Promise<readonly MadeVersion[]> {
  const names = await api.getRegistryModelNames(workspace, { signal });
  const found = await mapConcurrent(
    names,
    async (name): Promise<MadeVersion[]> => {
      const { modelName, versions } = await api.getRegistryModelDetails(workspace, name, { signal });
      return versions
        .filter(({ experimentModel }) => experimentModel?.experimentKey === experimentKey)
        .map(({ version, status }) => ({ workspace, modelName, version, status: status ?? null }));
    },
    atOnce,
  );
  return found.flat();
}
