import { type EndedRun, RunWatch, type TreeNode, type WatchedRun } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation, showWarning } from '../messages.ts';
import type { Services } from '../services.ts';
import { experimentOf } from '../target-commands.ts';
import { countedText, translate } from '../translate.ts';
import { storedRuns, storeRuns } from './watched-runs.ts';

/** Watches of the windows, one for each. A watch continues with the experiments of an earlier window. */
const watches = new WeakMap<vscode.ExtensionContext, RunWatch>();

/**
 * Notifies the user when experiments end: those of rows that are running, or else that of the active panel. Run again,
 * it no longer does.
 */
export async function notifyWhenEnded(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const { connectionId: connection } = services;
  const keys =
    nodes.length === 0
      ? [await experimentOf(services, undefined)]
      : nodes.flatMap((node) =>
          node.kind === 'experiment' && node.state === 'running' ? [node.target.experimentKey] : [],
        );
  const watch = watchOf(services);
  const runs = keys.map((experimentKey): WatchedRun => ({ experimentKey, connection }));
  const isOn = watch.toggle(runs);
  const message = isOn
    ? countedText(
        runs.length,
        'A message will appear when the experiment ends',
        'A message will appear when each of {0} experiments ends',
      )
    : vscode.l10n.t('No message will appear');
  vscode.window.setStatusBarMessage(`$(${isOn ? 'bell' : 'bell-slash'}) ${message}`, 4000);
}

/** Watches the experiments of an earlier window again, after a reload. */
export function resumeWatch(services: Services): void {
  watchOf(services);
}

function watchOf(services: Services): RunWatch {
  const { context } = services;
  const known = watches.get(context);
  if (known !== undefined) return known;
  // Before the first change, which replaces them.
  const stored = storedRuns(context);
  const of = ({ connection }: WatchedRun) => (connection === undefined ? services : services.of(connection));
  const watch = new RunWatch({
    async read(run) {
      const { api } = await of(run).connection.client();
      const experiment = await api.getExperimentByKey(run.experimentKey);
      return experiment && (await experiment.getMetadata());
    },
    ended: (run) => void show(of(run), run),
    changed: (runs) => void storeRuns(context, runs),
    translate,
  });
  watches.set(context, watch);
  context.subscriptions.push(watch);
  for (const run of stored) watch.add(run);
  return watch;
}

/** Shows how an experiment has ended, with a button that opens it. */
async function show(services: Services, { experimentKey, state, text }: EndedRun): Promise<void> {
  const open = vscode.l10n.t('Open');
  const shown = state === 'crashed' ? showWarning(text, open) : showInformation(text, open);
  if ((await shown) !== open) return;
  (await services.panels()).open({ kind: 'experiment', experimentKey }, { newPanel: false, activate: true });
}
