import { mapConcurrent } from '@tracklens/core/client';
import type { Target } from '@tracklens/core/display';
import { comparison, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showWarning } from './messages.ts';
import { openLink } from './open-link.ts';
import { withProgress } from './progress.ts';
import type { Services } from './services.ts';
import { countedText } from './translate.ts';
import { UnmetCondition } from './unmet-condition.ts';
import { withoutIcons } from './without-icons.ts';

/** Number of rows that a command opens without a question. */
const maxOpened = 10;

/**
 * Opens the files and the panels of rows or, without any, the panel of the active panel's target. With `newPanel`, all
 * open in one group next to the active one.
 */
export async function openTargets(
  services: Pick<Services, 'connection' | 'connectionId' | 'panels'>,
  nodes: readonly TreeNode[],
  { newPanel }: { newPanel: boolean },
): Promise<void> {
  for (const [index, node] of (await rowsToOpen(nodes)).entries()) {
    // The first one makes the group next to the active one the active group.
    await openTarget(services, node, { newPanel: newPanel && index === 0 });
  }
}

/** Returns the rows to open, after a question if they are many; `undefined` for the active panel. */
async function rowsToOpen(nodes: readonly TreeNode[]): Promise<readonly (TreeNode | undefined)[]> {
  const rows = nodes.filter(({ target, kind }) => target || kind === 'file');
  if (rows.length === 0) return [undefined];
  if (rows.length <= maxOpened) return rows;
  const open = vscode.l10n.t('Open');
  const question = countedText(rows.length, 'Open {0} item?', 'Open {0} items?');
  return (await showWarning(question, { modal: true }, open)) === open ? rows : [];
}

async function openTarget(
  services: Pick<Services, 'connection' | 'connectionId' | 'panels'>,
  node: TreeNode | undefined,
  { newPanel }: { newPanel: boolean },
): Promise<void> {
  if (node?.kind === 'file') {
    const viewColumn = newPanel ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    return (await files()).openFile(services, node, { viewColumn, preview: false });
  }
  const target = await targetOf(services, node);
  (await services.panels()).open(target, { newPanel, activate: true });
}

/**
 * Shows the file or the panel of a clicked row. The next click shows another target in it, unless the row is clicked
 * again.
 */
export async function previewTarget(services: Services, node: TreeNode | undefined): Promise<void> {
  if (node?.kind === 'file') return (await files()).openFile(services, node, { preserveFocus: true });
  const target = await targetOf(services, node);
  const isEnabled = vscode.workspace.getConfiguration('workbench.editor').get('enablePreview', true);
  const panels = await services.panels();
  const name = node?.kind === 'experiment' ? node.label : undefined;
  if (isEnabled) panels.preview(target, name);
  else panels.open(target, { newPanel: false, activate: true });
}

const files = () => import('./registry/open-file.ts');

/** Compares experiments of one project: opens the project view with them selected and the comparison tab active. */
export async function compareExperiments(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const view = comparison(nodes);
  if (view === 'too few') throw new UnmetCondition(vscode.l10n.t('Select two or more experiments to compare them.'));
  if (view === 'several projects') {
    throw new UnmetCondition(vscode.l10n.t('Select experiments of one project to compare them.'));
  }
  (await services.panels()).open(view.target, { newPanel: false, activate: true }, view.state);
}

/**
 * Prompts for an experiment key and opens its panel, from the connection that knows the key. If none does, the panel of
 * the current one shows an error.
 */
export async function openExperiment(services: Services): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Open Experiment'),
    prompt: vscode.l10n.t('Key of the experiment'),
    placeHolder: vscode.l10n.t('32 letters and digits'),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*[A-Za-z0-9]{1,64}\s*$/.test(text) ? null : vscode.l10n.t('A key has letters and digits only.'),
  });
  if (typed === undefined) return;
  const experimentKey = typed.trim();
  const owner = await ownerOf(services, experimentKey);
  if (owner === undefined) return;
  (await owner.panels()).open({ kind: 'experiment', experimentKey }, { newPanel: false, activate: true });
}

/**
 * Returns the services of the connection that knows an experiment; the given ones if there is only one connection or
 * none knows it. Undefined when the user cancels the search.
 */
async function ownerOf(services: Services, experimentKey: string): Promise<Services | undefined> {
  if (services.connections.profiles().length === 1) return services;
  const { ExperimentLookup } = await import('./code/experiment-lookup.ts');
  return await withProgress(vscode.l10n.t('Reading {0}…', experimentKey), async (signal) => {
    const found = await new ExperimentLookup(services).experiment(experimentKey, signal);
    return found ? services.of(found.service.profile.id) : services;
  });
}

/** Opens the web pages of rows, or of the active panel, in the browser. */
export async function openPages(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const { pageUrl } = await import('./connection/service-client.ts');
  for (const node of await rowsToOpen(nodes.filter(({ target }) => target))) {
    const target = await targetOf(services, node);
    await openLink(await pageUrl(await services.connection.client(), target), services);
  }
}

/** Copies experiment keys to the clipboard, one per line. Without rows, copies the key of the active panel. */
export async function copyKeys(services: Pick<Services, 'panels'>, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return copy([await experimentOf(services, undefined)]);
  await copy(nodes.flatMap(({ target }) => (target?.kind === 'experiment' ? [target.experimentKey] : [])));
}

/** Copies the names of rows to the clipboard, one per line. */
export async function copyNames(nodes: readonly TreeNode[]): Promise<void> {
  requireRow(nodes[0]);
  await copy(nodes.map(({ label }) => label));
}

/** Copies the web page URLs of rows to the clipboard, one per line. Without rows, copies that of the active panel. */
export async function copyUrls(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const targets =
    nodes.length === 0
      ? [await targetOf(services, undefined)]
      : nodes.flatMap(({ target }) => (target ? [target] : []));
  const { pageUrl } = await import('./connection/service-client.ts');
  const client = await services.connection.client();
  await copy(await mapConcurrent(targets, (target) => pageUrl(client, target)));
}

/**
 * Returns the experiment key of a command: from its row, or else from the active panel. Throws when neither is an
 * experiment.
 */
export async function experimentOf(services: Pick<Services, 'panels'>, node: TreeNode | undefined): Promise<string> {
  const target = node?.target ?? (await services.panels()).activeTarget;
  if (target?.kind === 'experiment') return target.experimentKey;
  throw new UnmetCondition(
    vscode.l10n.t('The active panel does not show a single experiment. Open one, or use its menu in the tree.'),
  );
}

/** Returns the target of a command: from its row, or else from the active panel. Throws when there is neither. */
export async function targetOf(services: Pick<Services, 'panels'>, node: TreeNode | undefined): Promise<Target> {
  const target = node?.target ?? (await services.panels()).activeTarget;
  if (target) return target;
  throw new UnmetCondition(
    vscode.l10n.t('Open a panel of Tracklens first, or use the menu of a row in a Tracklens view.'),
  );
}

/** Returns the row of a command. Throws when it was run without one. */
export function requireRow<T>(row: T | undefined): T {
  if (row !== undefined) return row;
  throw new UnmetCondition(vscode.l10n.t('Use this command from the menu of a row in a Tracklens view.'));
}

async function copy(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const message = lines.length === 1 ? lines[0]! : countedText(lines.length, '{0} line', '{0} lines');
  vscode.window.setStatusBarMessage(`$(copy) ${vscode.l10n.t('Copied {0}', withoutIcons(message))}`, 3000);
}
