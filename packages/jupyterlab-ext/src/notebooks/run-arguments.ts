import type { ReadonlyJSONObject } from '@lumino/coreutils';
import { shortenedMiddle } from '@tracklens/ui/trees';
import { connectionAt } from '../service/output-connection.ts';
import type { Tracklens } from '../tokens.ts';
import type { LoggedRun } from './logged-runs.ts';

/** Longest name of a run in a menu, in characters: a menu is as wide as its longest entry. */
const nameLength = 60;

/** Run with the connection to its service. */
export interface LocatedRun extends LoggedRun {
  /** Id of the connection; null if no connection belongs to the service of the run. */
  readonly connection: string | null;
}

/** Returns the runs with the connections to their services. */
export function locatedRuns(tracklens: Tracklens, runs: readonly LoggedRun[]): Promise<LocatedRun[]> {
  const ids = new Map([...new Set(runs.map(({ origin }) => origin))].map((one) => [one, connectionAt(tracklens, one)]));
  return Promise.all(runs.map(async (run) => ({ ...run, connection: (await ids.get(run.origin)) ?? null })));
}

/** Returns the arguments of the commands on a run. Its name is the start of its key until another one is set. */
export function runArguments(run: LocatedRun) {
  const { experimentKey } = run;
  const name = experimentKey.slice(0, 9);
  return { target: { kind: 'experiment', experimentKey }, name, ...connectionArgument(run) };
}

/** Returns the name of a run, shortened for a menu; null if it has none, or if the service does not respond. */
export async function runName({ clients }: Tracklens, run: LocatedRun): Promise<string | null> {
  const experiment = await clients
    .api(run.connection ?? undefined)
    .then((api) => api.getExperimentByKey(run.experimentKey))
    .catch(() => null);
  return experiment?.name ? shortenedMiddle(experiment.name, nameLength) : null;
}

/** Returns the arguments that compare the runs in the view of their project; null unless they are several of one. */
export function comparisonOf(runs: readonly LocatedRun[]): ReadonlyJSONObject | null {
  const [first] = runs;
  if (first === undefined) return null;
  const { workspace, projectName, origin } = first;
  const same = runs.filter(
    (run) => run.workspace === workspace && run.projectName === projectName && run.origin === origin,
  );
  if (same.length < 2) return null;
  const keys = same.map(({ experimentKey }) => experimentKey);
  const state = { version: 1, selection: keys, project: { part: 'compare' } };
  const target = { kind: 'project', workspace, projectName };
  return { target, state, count: keys.length, ...connectionArgument(first) };
}

/**
 * Returns the argument that opens a view on the connection of a run, whichever is active; without a connection, the
 * address of the service.
 */
function connectionArgument({ connection, origin }: LocatedRun): {
  readonly connection?: string;
  readonly service?: string;
} {
  return connection === null ? { service: origin } : { connection };
}
