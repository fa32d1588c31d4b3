import type { API } from '@tracklens/core/browser';
import type { ArgumentAt } from './code-calls.ts';
import type { ConnectedProfile, ExperimentLookup } from './experiment-lookup.ts';
import type { ReadCode } from './read-code.ts';
import { registeredModel } from './registered-model.ts';

/** Returns the names that an argument can have, from the first connected service that knows some. */
export async function argumentNames(
  lookup: ExperimentLookup,
  { calls }: Pick<ReadCode, 'calls'>,
  at: ArgumentAt,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (at.argument === 'version') {
    const model = await registeredModel(lookup, at.call, signal);
    return model?.versions.map(({ version }) => version) ?? [];
  }
  for (const service of await lookup.connected()) {
    const names = await namesOn(lookup, service, calls, at, signal).catch(() => []);
    signal.throwIfAborted();
    if (names.length > 0) return names;
  }
  return [];
}

async function namesOn(
  lookup: ExperimentLookup,
  service: ConnectedProfile,
  calls: ReadCode['calls'],
  { argument, call }: ArgumentAt,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const read = (key: readonly unknown[], load: (api: API, signal: AbortSignal) => Promise<readonly string[]>) =>
    lookup.names(service, key, signal, (signal) => load(service.api, signal));
  const owner = async () => call.workspace ?? (await service.api.getDefaultWorkspace({ signal }));
  switch (argument) {
    case 'workspace':
      return await read([argument], (api, signal) => api.getWorkspaces({ signal }));
    case 'project_name': {
      const workspace = await owner();
      return await read([argument, workspace], async (api, signal) =>
        (await api.getProjects(workspace, { signal })).map(({ projectName }) => projectName),
      );
    }
    case 'model_name': {
      const workspace = await owner();
      return await read([argument, workspace], (api, signal) => api.getRegistryModelNames(workspace, { signal }));
    }
    case 'metric': {
      const project = await projectOf(lookup, service, calls, call.start, signal);
      if (!project) return [];
      return await read([argument, ...project], async (api, signal) =>
        (await api.getQueryVariables(...project, { signal }))
          .filter(({ source }) => source === 'metrics')
          .map(({ name }) => name),
      );
    }
    case 'version':
      return [];
  }
}

/** Returns the project that the calls before a position name last, or the first after it. */
async function projectOf(
  lookup: ExperimentLookup,
  service: ConnectedProfile,
  calls: ReadCode['calls'],
  offset: number,
  signal: AbortSignal,
): Promise<[workspace: string, projectName: string] | null> {
  const naming = calls.filter(({ projectName, experimentKey }) => projectName !== null || experimentKey !== null);
  const call = naming.findLast(({ start }) => start < offset) ?? naming[0];
  if (!call) return null;
  const { workspace, projectName, experimentKey } = call;
  if (projectName !== null) return [workspace ?? (await service.api.getDefaultWorkspace({ signal })), projectName];
  const found = await lookup.experiment(experimentKey!, signal, 'connected');
  return found ? [found.metadata.workspaceName, found.metadata.projectName] : null;
}
