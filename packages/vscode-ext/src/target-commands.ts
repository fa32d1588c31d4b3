import { initialViewState, type Target } from '@tracklens/core/display';
import { countText, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { openLink } from './open-link.ts';
import type { Services } from './services.ts';

/** Opens the panel of a row. */
export async function openTarget(
  parts: Services,
  node: TreeNode | undefined,
  { newPanel }: { newPanel: boolean },
): Promise<void> {
  const target = await targetOf(parts, node);
  if (target) (await parts.panels()).open(target, { newPanel, activate: true });
}

/** Compares experiments in the view of their project: they are chosen there, and the comparison is in front. */
export async function compareExperiments(parts: Services, nodes: readonly TreeNode[]): Promise<void> {
  const chosen = nodes.flatMap(({ id, target }) =>
    target?.kind === 'experiment'
      ? [{ key: target.experimentKey, place: (JSON.parse(id) as string[]).slice(0, 2) }]
      : [],
  );
  const selection = [...new Set(chosen.map(({ key }) => key))];
  if (selection.length < 2) throw new Error(vscode.l10n.t('Select two or more experiments to compare them.'));
  const [workspace, projectName] = chosen[0]!.place;
  if (chosen.some(({ place }) => place[0] !== workspace || place[1] !== projectName)) {
    throw new Error(vscode.l10n.t('Select experiments of one project to compare them.'));
  }
  const target: Target = { kind: 'project', workspace: workspace!, projectName: projectName! };
  const state = { ...initialViewState, selection, project: { part: 'compare' as const } };
  (await parts.panels()).open(target, { newPanel: false, activate: true }, state);
}

/** Asks for an experiment key and opens its panel; the panel says when the service does not know it. */
export async function openExperiment(parts: Services): Promise<void> {
  const experimentKey = await vscode.window.showInputBox({
    title: vscode.l10n.t('Open Experiment'),
    prompt: vscode.l10n.t('Key of the experiment'),
    placeHolder: vscode.l10n.t('32 letters and digits'),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*[A-Za-z0-9]{1,64}\s*$/.test(text) ? null : vscode.l10n.t('A key has letters and digits only.'),
  });
  if (experimentKey === undefined) return;
  const target: Target = { kind: 'experiment', experimentKey: experimentKey.trim() };
  (await parts.panels()).open(target, { newPanel: false, activate: true });
}

/** Opens the page of a row, or of the panel in front, in the browser. */
export async function openPage(parts: Services, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(parts, node);
  if (!target) return;
  const { pageUrl } = await import('./connection/service-client.ts');
  const client = await parts.connection.client();
  await openLink(await pageUrl(client, target), parts);
}

/** Puts the keys of experiments on the clipboard, a line each. */
export async function copyKeys(parts: Services, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return copy([await experimentOf(parts, undefined)]);
  await copy(nodes.flatMap(({ target }) => (target?.kind === 'experiment' ? [target.experimentKey] : [])));
}

/** Puts the names of rows on the clipboard, a line each. */
export async function copyNames(nodes: readonly TreeNode[]): Promise<void> {
  await copy(nodes.map(({ label }) => label));
}

/** Puts the address of the page of a row, or of the panel in front, on the clipboard. */
export async function copyUrl(parts: Services, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(parts, node);
  if (!target) return;
  const { pageUrl } = await import('./connection/service-client.ts');
  await copy([await pageUrl(await parts.connection.client(), target)]);
}

/** The experiment that a command means: that of the row it came from, or the one in the panel in front. */
export async function experimentOf(parts: Services, node: TreeNode | undefined): Promise<string> {
  const target = await targetOf(parts, node);
  if (target?.kind === 'experiment') return target.experimentKey;
  throw new Error(
    vscode.l10n.t('The panel in front shows no single experiment. Open one, or use its menu in the tree.'),
  );
}

/** The target that a command means: that of the row it came from, or what the panel in front shows. */
export async function targetOf(parts: Services, node: TreeNode | undefined): Promise<Target | null> {
  return node?.target ?? (await parts.panels()).activeTarget;
}

async function copy(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const said = lines.length === 1 ? lines[0]! : vscode.l10n.t('{0} lines', countText(lines.length));
  vscode.window.setStatusBarMessage(`$(copy) ${vscode.l10n.t('Copied {0}', said)}`, 3000);
}
