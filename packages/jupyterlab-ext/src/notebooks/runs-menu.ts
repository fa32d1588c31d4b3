import { MenuSvg } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { commandIds } from '../command-ids.ts';
import type { Tracklens } from '../tokens.ts';
import type { LoggedRun } from './logged-runs.ts';
import { comparisonOf, locatedRuns, runArguments } from './run-arguments.ts';

/** Number of runs in a menu: the latest ones. */
const menuLength = 12;

/** Returns the menu that opens, compares and displays the runs of a cell or a notebook. */
export async function runsMenu(tracklens: Tracklens, commands: CommandRegistry, runs: readonly LoggedRun[]) {
  const latest = await locatedRuns(tracklens, runs.slice(-menuLength).reverse());
  const named = await Promise.all(latest.map((run) => runArguments(tracklens, run)));
  const menu = new MenuSvg({ commands });
  menu.title.label = tracklens.translate('Runs of This Notebook');
  for (const args of named) menu.addItem({ command: commandIds.openRun, args });
  menu.addItem({ type: 'separator' });
  const comparison = comparisonOf(latest);
  if (comparison !== null) menu.addItem({ command: commandIds.compareRuns, args: comparison });
  const [newest] = named;
  if (newest !== undefined) menu.addItem({ command: commandIds.displayRun, args: newest });
  return menu;
}
