import { MenuSvg } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { commandIds } from '../command-ids.ts';
import type { Tracklens } from '../tokens.ts';
import type { LoggedRun } from './logged-runs.ts';
import { comparisonOf, locatedRuns, runArguments, runName } from './run-arguments.ts';

/** Number of runs in a menu: the latest ones. */
const menuLength = 12;

/** Longest time that the menu waits for the names of its runs, in milliseconds. */
const namesMillis = 300;

/**
 * Returns the menu that opens, compares and displays the runs of a cell or a notebook. Names that arrive after the menu
 * has opened replace the starts of the keys.
 */
export async function runsMenu(tracklens: Tracklens, commands: CommandRegistry, runs: readonly LoggedRun[]) {
  const latest = await locatedRuns(tracklens, runs.slice(-menuLength).reverse());
  const named = latest.map(runArguments);
  const menu = new MenuSvg({ commands });
  menu.title.label = tracklens.translate('Runs of This Notebook');
  for (const args of named) menu.addItem({ command: commandIds.openRun, args });
  menu.addItem({ type: 'separator' });
  const comparison = comparisonOf(latest);
  if (comparison !== null) menu.addItem({ command: commandIds.compareRuns, args: comparison });
  const [newest] = named;
  if (newest !== undefined) menu.addItem({ command: commandIds.displayRun, args: newest });
  // The items of an open menu cannot be replaced, but their labels are made of these arguments.
  const naming = latest.map(async (run, index) => {
    const name = await runName(tracklens, run);
    if (name !== null) named[index]!.name = name;
    if (menu.isAttached) menu.update();
  });
  await Promise.race([Promise.all(naming), new Promise((resolve) => setTimeout(resolve, namesMillis))]);
  return menu;
}
