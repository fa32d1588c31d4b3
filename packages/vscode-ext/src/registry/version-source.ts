import { experimentVersions, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { experimentOf, requireRow } from '../target-commands.ts';
import { revealRow } from '../trees/tree-commands.ts';
import { withoutIcons } from '../without-icons.ts';

/** Opens the experiment that created a version. */
export async function openSource(services: Pick<Services, 'panels'>, node: TreeNode | undefined): Promise<void> {
  const row = requireRow(node);
  if (!('source' in row) || !row.source) return;
  const target = { kind: 'experiment', experimentKey: row.source } as const;
  (await services.panels()).open(target, { newPanel: false, activate: true });
}

/** Finds the registered versions that an experiment created, and reveals the chosen one in the registry tree. */
export async function showVersions(services: Services, node: TreeNode | undefined): Promise<void> {
  const experimentKey = await experimentOf(services, node);
  const title = vscode.l10n.t('Searching the registry…');
  const found = await withProgress(title, (signal) => versionsBy(services, experimentKey, { signal }));
  if (!found) return;
  const [only] = found;
  if (!only) {
    void showInformation(vscode.l10n.t('No registered version was made by this experiment.'));
    return;
  }
  const picked = found.length === 1 ? only : await vscode.window.showQuickPick(found, { ignoreFocusOut: true });
  if (!picked) return;
  const { workspace, modelName, version } = picked.name;
  await revealRow(services, 'registry', title, async () => [workspace, modelName, version]);
}

async function versionsBy({ connection }: Services, experimentKey: string, options: { readonly signal: AbortSignal }) {
  const { api } = await connection.client();
  const experiment = await api.getExperimentByKey(experimentKey, options);
  const metadata = await experiment?.getMetadata(options);
  if (!metadata) return [];
  const made = await experimentVersions(api, experimentKey, metadata.workspaceName, options.signal);
  return made.map(({ status, ...name }) => ({
    label: `$(tag) ${withoutIcons(`${name.modelName} ${name.version}`)}`,
    description: withoutIcons(status ?? ''),
    name,
  }));
}
