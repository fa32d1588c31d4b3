import { MenuSvg } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyJSONObject } from '@lumino/coreutils';
import { commandIds } from '../command-ids.ts';
import { connectionAt } from '../connection/output-connection.ts';
import type { Tracklens } from '../tokens.ts';
import type { LoggedRun } from './logged-runs.ts';

/** Number of runs in a menu: the latest ones. */
const menuLength = 12;

/** Returns the menu that opens, compares and displays the runs of a cell or a notebook. */
export async function runsMenu(tracklens: Tracklens, commands: CommandRegistry, runs: readonly LoggedRun[]) {
  const latest = runs.slice(-menuLength).reverse();
  const named = await Promise.all(latest.map((run) => withName(tracklens, run)));
  const menu = new MenuSvg({ commands });
  menu.title.label = tracklens.translate('Runs of This Notebook');
  for (const args of named) menu.addItem({ command: commandIds.openRun, args });
  menu.addItem({ type: 'separator' });
  const comparison = comparisonOf(latest);
  if (comparison !== null) menu.addItem({ command: commandIds.compareRuns, args: comparison });
  for (const args of named.slice(0, 1)) menu.addItem({ command: commandIds.displayRun, args });
  return menu;
}

/** Returns the arguments of the commands on a run, with its name. Without a service that is the start of its key. */
async function withName(tracklens: Tracklens, { experimentKey, origin }: LoggedRun): Promise<ReadonlyJSONObject> {
  const id = await connectionAt(tracklens, origin);
  const experiment = await tracklens.connection
    .api(id ?? undefined)
    .then((api) => api.getExperimentByKey(experimentKey))
    .catch(() => null);
  const name = experiment?.name || experimentKey.slice(0, 9);
  return { target: { kind: 'experiment', experimentKey }, name, ...(id === null ? {} : { connection: id }) };
}

/** Returns the arguments that compare the runs in the view of their project; null unless they are several of one. */
function comparisonOf(runs: readonly LoggedRun[]): ReadonlyJSONObject | null {
  const [first] = runs;
  if (first === undefined) return null;
  const { workspace, projectName, origin } = first;
  const same = runs.filter(
    (run) => run.workspace === workspace && run.projectName === projectName && run.origin === origin,
  );
  if (same.length < 2) return null;
  const keys = same.map(({ experimentKey }) => experimentKey);
  const state = { version: 1, selection: keys, project: { part: 'compare' } };
  return { target: { kind: 'project', workspace, projectName }, state, count: keys.length };
}
