import type { ExperimentMetadata } from '@tracklens/core/contract';
import type { ClientCall } from './code-calls.ts';
import type { ConnectedProfile, ExperimentLookup, FoundExperiment } from './experiment-lookup.ts';

/** Script whose runs are searched. */
export interface Script {
  readonly name: string;
  /** Path on this machine. */
  readonly path: string;
}

/** Project that code names; null for what it does not. */
type NamedProject = Pick<ClientCall, 'workspace' | 'projectName'>;

/** Maximum number of matches of a query whose metadata is read. */
const maxRead = 50;

/** Returns the runs of a script on all connected services, newest first; with a project only those in it. */
export async function runsOfScript(
  lookup: ExperimentLookup,
  script: Script,
  project: NamedProject,
  signal: AbortSignal,
): Promise<FoundExperiment[]> {
  const services = await lookup.connected();
  const runs = await Promise.all(
    services.map(async (service) => {
      const read = await runsOn(lookup, service, script, project, signal).catch(() => []);
      return read.map((metadata) => ({ service, metadata }));
    }),
  );
  return newestFirst(ofScript(runs.flat(), script, project));
}

/**
 * Returns the runs of a script, those with its path if there are any: other folders may have a file of its name.
 *
 * @internal Exported for tests: tested without a service.
 */
export function ofScript(
  runs: readonly FoundExperiment[],
  { name, path }: Script,
  { workspace, projectName }: NamedProject,
): FoundExperiment[] {
  const named = runs.filter(
    ({ metadata }) =>
      metadata.fileName === name &&
      (workspace === null || metadata.workspaceName === workspace) &&
      (projectName === null || metadata.projectName === projectName),
  );
  const samePath = named.filter(({ metadata }) => withLowerDrive(metadata.filePath ?? '') === withLowerDrive(path));
  return samePath.length > 0 ? samePath : named;
}

/** Returns a path with a lower-case drive letter, which the editor writes; Python writes an upper-case one. */
function withLowerDrive(path: string): string {
  return path.replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

function newestFirst(runs: readonly FoundExperiment[]): FoundExperiment[] {
  return runs.toSorted((a, b) => b.metadata.startTimeMillis - a.metadata.startTimeMillis);
}

async function runsOn(
  lookup: ExperimentLookup,
  service: ConnectedProfile,
  { name }: Script,
  { workspace, projectName }: NamedProject,
  signal: AbortSignal,
): Promise<readonly ExperimentMetadata[]> {
  const found = await lookup.read(service, ['script', name], signal, async (signal) => {
    const experiments = await service.api.findExperiments(name, { signal });
    return experiments && (await Promise.all(experiments.map((experiment) => experiment.metadata({ signal }))));
  });
  // A service that cannot search in all projects needs the name of one.
  if (found !== null || projectName === null) return found ?? [];
  return await lookup.read(service, ['script', name, workspace, projectName], signal, async (signal) => {
    const owner = workspace ?? (await service.api.getDefaultWorkspace({ signal }));
    const query = `Metadata("file_name") == ${JSON.stringify(name)}`;
    const experiments = await service.api.query(owner, projectName, query, { signal });
    return await Promise.all(experiments.slice(0, maxRead).map((experiment) => experiment.metadata({ signal })));
  });
}
