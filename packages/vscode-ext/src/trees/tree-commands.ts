import type { Target } from '@tracklens/core/display';
import type { SavedSearch, TreeId, TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation, showWarning, withoutLinks } from '../messages.ts';
import { withProgress } from '../progress.ts';
import { rearrangeFavorites, type Services } from '../services.ts';
import { requireRow, targetOf } from '../target-commands.ts';

/** Stars experiments, which moves them to the top of their project, or removes their stars. */
export async function starExperiments(services: Services, nodes: readonly TreeNode[], starred: boolean) {
  requireRow(nodes[0]);
  const keys = nodes.flatMap(({ target }) => (target?.kind === 'experiment' ? [target.experimentKey] : []));
  await (await services.favorites()).star(keys, starred);
  await rearrangeFavorites(services);
}

/** Delay after the last key before the trees are searched, in milliseconds. */
const debounceMillis = 250;

/**
 * Prompts for a filter. Once the user pauses typing, the trees show only the experiments, models and artifacts that
 * match, also below rows that were never expanded.
 */
export function filterTrees(services: Pick<Services, 'filter'>): void {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter');
  input.placeholder = vscode.l10n.t('Words in name, key, tag, parameter=value, state or script, or a query');
  input.prompt = vscode.l10n.t('Filters experiments, models and artifacts. Empty shows all.');
  input.value = services.filter.words;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const search = () => {
    clearTimeout(rest);
    if (input.value !== services.filter.words) void services.filter.set(input.value);
  };
  input.onDidChangeValue(() => {
    clearTimeout(rest);
    rest = setTimeout(search, debounceMillis);
  });
  input.onDidAccept(() => input.hide());
  // The field also closes when the window loses the focus; what was typed stays.
  input.onDidHide(() => {
    search();
    input.dispose();
  });
  input.show();
}

/** Reveals the target of the active panel in its tree. */
export async function revealActive(services: Services): Promise<void> {
  const target = await targetOf(services, undefined);
  const tree = target.kind === 'model' ? 'registry' : 'experiments';
  await revealRow(services, tree, vscode.l10n.t('Searching the tree…'), () => pathOf(services, target));
}

/** Reveals the row of a path from the root of its tree, with progress. Says so if the tree does not show the row. */
export async function revealRow(
  { connectionId, filter, trees }: Pick<Services, 'connectionId' | 'filter' | 'trees'>,
  tree: TreeId,
  title: string,
  path: () => Promise<readonly string[]>,
): Promise<void> {
  const isFound = await withProgress(title, async (signal) => trees[tree].reveal(await path(), connectionId, signal));
  if (isFound !== false) return;
  void showInformation(
    filter.words === ''
      ? vscode.l10n.t('This item is not in the tree. It may be archived or belong to another service.')
      : vscode.l10n.t('The filter “{0}” hides this item. Clear the filter to see it.', filter.words),
  );
}

/** Prompts for a name and saves a query in its project. Opening the saved search runs it. */
export async function saveSearch(services: Services, { workspace, projectName, query }: Omit<SavedSearch, 'name'>) {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save Search'),
    prompt: withoutLinks(query),
    placeHolder: vscode.l10n.t('Name of the search'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Type a name.') : null),
  });
  if (name === undefined) return;
  await (await services.favorites()).saveSearch({ name: name.trim(), workspace, projectName, query });
}

/** Deletes a saved search, after a confirmation. */
export async function deleteSearch(services: Pick<Services, 'favorites'>, node: TreeNode | undefined): Promise<void> {
  const { target, label } = requireRow(node);
  if (target?.kind !== 'query') return;
  const remove = vscode.l10n.t('Delete');
  const question = vscode.l10n.t('Delete the saved search “{0}”?', label);
  const choice = await showWarning(question, { modal: true, detail: target.query }, remove);
  if (choice !== remove) return;
  const { workspace, projectName } = target;
  await (await services.favorites()).deleteSearch({ workspace, projectName, name: label });
}

/** Returns the names of a target and of its ancestors, from the root of its tree; none of an unknown experiment. */
async function pathOf(services: Pick<Services, 'connection'>, target: Target): Promise<string[]> {
  if (target.kind === 'model') {
    const { workspace, modelName, version } = target;
    return [workspace, modelName, ...(version ? [version] : [])];
  }
  if (target.kind !== 'experiment') return [target.workspace, target.projectName];
  const { experimentKey } = target;
  const { api } = await services.connection.client();
  const experiment = await api.getExperimentByKey(experimentKey);
  const metadata = await experiment?.getMetadata();
  return metadata ? [metadata.workspaceName, metadata.projectName, experimentKey] : [];
}
