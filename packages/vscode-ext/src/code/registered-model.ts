import type { ModelVersion } from '@tracklens/core/contract';
import { compareVersions } from '@tracklens/ui/trees';
import type { ClientCall } from './code-calls.ts';
import type { ConnectedProfile, ExperimentLookup } from './experiment-lookup.ts';

/** Registered model that code names. */
export interface NamedModel {
  readonly workspace: string;
  readonly modelName: string;
  readonly connection: string;
  readonly versions: readonly Pick<ModelVersion, 'version' | 'status'>[];
}

/** Returns a model from the first connected service that has it; null if none has. */
export async function registeredModel(
  lookup: ExperimentLookup,
  { workspace, modelName }: Pick<ClientCall, 'workspace' | 'modelName'>,
  signal: AbortSignal,
): Promise<NamedModel | null> {
  if (modelName === null) return null;
  for (const service of await lookup.connected()) {
    const model = await modelOn(lookup, service, workspace, modelName, signal).catch(() => null);
    signal.throwIfAborted();
    if (model) return model;
  }
  return null;
}

async function modelOn(
  lookup: ExperimentLookup,
  service: ConnectedProfile,
  workspace: string | null,
  modelName: string,
  signal: AbortSignal,
): Promise<NamedModel | null> {
  return await lookup.read(service, ['model', workspace, modelName], signal, async (signal) => {
    const owner = workspace ?? (await service.api.getDefaultWorkspace({ signal }));
    const { versions } = await service.api.getRegistryModelDetails(owner, modelName, { signal });
    return { workspace: owner, modelName, connection: service.profile.id, versions: versions ?? [] };
  });
}

/** Returns the highest of some semantic versions; undefined without any. */
export function newestVersion(versions: readonly string[]): string | undefined {
  return versions.toSorted(compareVersions).at(-1);
}
