import type { SavedSearch, TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { rearrangeFavorites, type Services } from '../services.ts';

/** Stars experiments, which moves them to the top of their project, or removes their stars. */
export async function starExperiments(parts: Services, nodes: readonly TreeNode[], starred: boolean) {
  const keys = nodes.flatMap(({ target }) => (target?.kind === 'experiment' ? [target.experimentKey] : []));
  await parts.favorites.star(keys, starred);
  await rearrangeFavorites(parts);
}

/**
 * Prompts for a filter. While the user types, the trees show only the experiments, models and artifacts that match
 * all words.
 */
export function filterTrees(parts: Services): void {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter');
  input.placeholder = vscode.l10n.t('Words in the name, state, script or key');
  input.prompt = vscode.l10n.t('Filters experiments, models and artifacts. Empty shows all.');
  input.value = parts.filter.words;
  input.onDidChangeValue((words) => void parts.filter.set(words));
  input.onDidAccept(() => input.hide());
  input.onDidHide(() => input.dispose());
  input.show();
}

/** Reveals the target of the active panel in its tree. */
export async function revealActive(parts: Services): Promise<void> {
  const target = (await parts.panels()).activeTarget;
  if (!target) return;
  if (target.kind === 'model') {
    const { workspace, modelName, version } = target;
    const path = [[workspace], [workspace, modelName], ...(version ? [[workspace, modelName, version]] : [])];
    if (await parts.trees.registry.reveal(path.map((ids) => JSON.stringify(ids)))) return;
  } else {
    const path = target.kind === 'experiment' ? await pathOf(parts, target.experimentKey) : projectPath(target);
    if (await parts.trees.experiments.reveal(path.map((_, index) => JSON.stringify(path.slice(0, index + 1))))) return;
  }
  void vscode.window.showInformationMessage(
    parts.filter.words === ''
      ? vscode.l10n.t('This item is not in the tree. It may be archived or belong to another service.')
      : vscode.l10n.t('The filter “{0}” hides this item. Clear the filter to see it.', parts.filter.words),
  );
}

/** Prompts for a name and saves a query in its project. Opening the saved search runs it. */
export async function saveSearch(parts: Services, { workspace, projectName, query }: Omit<SavedSearch, 'name'>) {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save Search'),
    prompt: query,
    placeHolder: vscode.l10n.t('Name of the search'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Type a name.') : null),
  });
  if (name === undefined) return;
  await parts.favorites.save({ name: name.trim(), workspace, projectName, query });
}

/** Deletes a saved search, after a confirmation. */
export async function deleteSearch(parts: Services, node: TreeNode): Promise<void> {
  if (node.target?.kind !== 'query') return;
  const remove = vscode.l10n.t('Delete');
  const question = vscode.l10n.t('Delete the saved search “{0}”?', node.label);
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail: node.target.query }, remove);
  if (choice !== remove) return;
  const { workspace, projectName } = node.target;
  await parts.favorites.forget({ workspace, projectName, name: node.label });
}

async function pathOf(parts: Services, experimentKey: string): Promise<string[]> {
  const { api } = await parts.connection.client();
  const experiment = await api.getExperimentByKey(experimentKey);
  const metadata = await experiment?.getMetadata();
  return metadata ? [metadata.workspaceName, metadata.projectName, experimentKey] : [];
}

function projectPath({ workspace, projectName }: { workspace: string; projectName: string }): string[] {
  return [workspace, projectName];
}
