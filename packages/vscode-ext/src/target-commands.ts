import type { Target } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { openLink } from './open-link.ts';
import type { Parts } from './parts.ts';

/** Opens the panel of a row. */
export async function openTarget(
  parts: Parts,
  node: TreeNode | undefined,
  { newPanel }: { newPanel: boolean },
): Promise<void> {
  const target = await targetOf(parts, node);
  if (target) (await parts.panels()).open(target, { newPanel, activate: true });
}

/** Asks for an experiment key and opens its panel; the panel says when the service does not know it. */
export async function openExperiment(parts: Parts): Promise<void> {
  const experimentKey = await vscode.window.showInputBox({
    title: 'Tracklens: Open Experiment',
    prompt: 'Key of the experiment',
    placeHolder: '32 letters and digits',
    validateInput: (text) => (/^\s*[A-Za-z0-9]{1,64}\s*$/.test(text) ? null : 'A key has letters and digits only.'),
  });
  if (experimentKey === undefined) return;
  const target: Target = { kind: 'experiment', experimentKey: experimentKey.trim() };
  (await parts.panels()).open(target, { newPanel: false, activate: true });
}

/** Opens the page of a row, or of the panel in front, in the browser. */
export async function openPage(parts: Parts, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(parts, node);
  if (!target) return;
  const { pageUrl } = await import('./connection/service-client.ts');
  const client = await parts.connection.client();
  await openLink(await pageUrl(client, target), parts);
}

/** Puts the key of an experiment on the clipboard. */
export async function copyKey(parts: Parts, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(parts, node);
  if (target?.kind === 'experiment') await copy(target.experimentKey);
}

/** Puts the name of a row on the clipboard. */
export async function copyName(node: TreeNode | undefined): Promise<void> {
  if (node) await copy(node.label);
}

/** The target that a command means: that of the row it came from, or what the panel in front shows. */
export async function targetOf(parts: Parts, node: TreeNode | undefined): Promise<Target | null> {
  return node?.target ?? (await parts.panels()).activeTarget;
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`$(copy) Copied ${text}`, 3000);
}
