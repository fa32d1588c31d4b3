import { Notification } from '@jupyterlab/apputils';
import { askChoice } from '../choice-dialog.ts';
import { loadViews } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import { type RegistryContext, titleOf } from './registry-context.ts';
import { searchWithNotice } from './search-notice.ts';

/** Returns the key of the experiment that created the selected version; undefined when there is none. */
export function sourceOf(selection: Selection): string | undefined {
  const node = selection.current();
  return node && 'source' in node ? node.source : undefined;
}

/** Opens the experiment that created the selected version. */
export async function openSource({ tracklens: { host }, selection }: RegistryContext): Promise<void> {
  const experimentKey = sourceOf(selection);
  if (experimentKey) host.open({ kind: 'experiment', experimentKey }, { newPanel: false, activate: true });
}

/** Finds the registered versions that the selected experiment created, and opens the chosen one. */
export async function showVersions({ tracklens, selection }: RegistryContext): Promise<void> {
  const { translate, host, clients } = tracklens;
  const node = selection.current();
  if (node?.kind !== 'experiment') return;
  const { workspace, target } = node;
  const [api, { experimentVersions }] = await Promise.all([clients.api(), loadViews()]);
  const found = await searchWithNotice(tracklens, translate('Looking through the models of %1…', workspace), (signal) =>
    experimentVersions(api, target.experimentKey, workspace, signal),
  );
  if (found === null) return;
  if (found.length === 0) {
    Notification.info(translate('No registered version was made by this experiment.'), { autoClose: 5000 });
    return;
  }
  const choices = found.map((name) => ({ name, label: titleOf(name) }));
  const texts = { title: translate('Registered versions'), okLabel: translate('Open') };
  const chosen = choices.length === 1 ? choices[0] : await askChoice(choices, texts);
  if (chosen) host.open({ kind: 'model', ...chosen.name }, { newPanel: false, activate: true });
}
