import type { API } from '@tracklens/core/browser';
import { contract, type ModelVersion } from '@tracklens/core/contract';
import { madeVersions, type TreeNode, type VersionName } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { experimentOf } from '../target-commands.ts';

/** Sets the status of a version to one that the service allows, after a confirmation. */
export async function changeStatus(parts: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await readVersion(parts, node, async (api, { workspace, modelName, version }, options) => {
    const model = await api.getModel(workspace, modelName, options);
    const [current, allowed] = await Promise.all([
      model.status(version, options),
      api.modelRegistryAllowedStatusValues(workspace, options),
    ]);
    return { model, current, allowed };
  });
  if (!chosen) return;
  const { name } = chosen;
  const { model, current, allowed } = chosen.found;
  const items = allowed.map((status) => ({
    label: status,
    ...(status === current ? { description: vscode.l10n.t('now') } : {}),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Status of {0}', titleOf(name)),
    placeHolder: vscode.l10n.t('The statuses that {0} allows', name.workspace),
    ignoreFocusOut: true,
  });
  if (!picked || picked.label === current) return;
  const sentence = vscode.l10n.t(
    'Change the status of {0} from {1} to {2}?',
    titleOf(name),
    current ?? '—',
    picked.label,
  );
  if (!(await confirmed(sentence, vscode.l10n.t('Change Status')))) return;
  await model.setStatus(name.version, picked.label);
  changed(parts, vscode.l10n.t('{0} is {1} now.', titleOf(name), picked.label));
}

/** Adds and removes tags of a version, after a confirmation. */
export async function changeTags(parts: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await readVersion(parts, node, (api, { workspace, modelName }, options) =>
    api.getRegistryModelDetails(workspace, modelName, options),
  );
  if (!chosen) return;
  const { api, name } = chosen;
  const { versions } = chosen.found;
  const own = versions.find(({ version }) => version === name.version);
  if (!own) throw new Error(vscode.l10n.t('{0} no longer exists.', titleOf(name)));
  const before = tagsOf(own);
  const after = await pickTags(name, before, [...new Set(versions.flatMap(tagsOf))].sort());
  if (after === undefined) return;
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length + removed.length === 0) return;
  const detail = [
    ...(added.length > 0 ? [vscode.l10n.t('Added: {0}', added.join(', '))] : []),
    ...(removed.length > 0 ? [vscode.l10n.t('Removed: {0}', removed.join(', '))] : []),
  ].join('\n');
  const sentence = vscode.l10n.t('Change the tags of {0}?', titleOf(name));
  if (!(await confirmed(sentence, vscode.l10n.t('Change Tags'), detail))) return;
  const model = await api.getModel(name.workspace, name.modelName);
  for (const tag of added) await model.addTag(name.version, tag);
  for (const tag of removed) await model.deleteTag(name.version, tag);
  changed(parts, vscode.l10n.t('Changed the tags of {0}.', titleOf(name)));
}

/** Changes the comment of a version, without a further confirmation. */
export async function changeComment(parts: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await readVersion(parts, node, async (api, { workspace, modelName, version }, options) => {
    const model = await api.getModel(workspace, modelName, options);
    return model.getDetails({ version, ...options });
  });
  if (!chosen) return;
  const { api, name } = chosen;
  const { comment: before, registryModelItemId } = chosen.found;
  const comment = await vscode.window.showInputBox({
    title: vscode.l10n.t('Comment of {0}', titleOf(name)),
    prompt: vscode.l10n.t('Press Enter to save it.'),
    ignoreFocusOut: true,
    value: before,
  });
  if (comment === undefined || comment === before) return;
  const body = { registryModelItemId, comment };
  await api.connection.call('changeComment', contract.registry.updateVersion, { body });
  changed(parts, vscode.l10n.t('Changed the comment of {0}.', titleOf(name)));
}

/** Opens the experiment that created a version. */
export async function openSource(parts: Services, node: TreeNode | undefined): Promise<void> {
  if (!node?.source) return;
  const target = { kind: 'experiment', experimentKey: node.source } as const;
  (await parts.panels()).open(target, { newPanel: false, activate: true });
}

/** Finds the registered versions that an experiment created, and reveals the chosen one in the registry tree. */
export async function showVersions(parts: Services, node: TreeNode | undefined): Promise<void> {
  const experimentKey = await experimentOf(parts, node);
  const found = await withProgress(vscode.l10n.t('Searching the registry…'), (signal) =>
    versionsBy(parts, experimentKey, { signal }),
  );
  if (!found) return;
  const [only] = found;
  if (!only) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No registered version was made by this experiment.'));
    return;
  }
  const picked = found.length === 1 ? only : await vscode.window.showQuickPick(found, { ignoreFocusOut: true });
  if (!picked) return;
  const { workspace, modelName, version } = picked.name;
  await parts.trees.registry.reveal(
    [[workspace], [workspace, modelName], [workspace, modelName, version]].map((ids) => JSON.stringify(ids)),
  );
}

async function versionsBy({ connection }: Services, experimentKey: string, options: { readonly signal: AbortSignal }) {
  const { api } = await connection.client();
  const experiment = await api.getExperimentByKey(experimentKey, options);
  const metadata = await experiment?.getMetadata(options);
  if (!metadata) return [];
  const made = await madeVersions(api, experimentKey, metadata.workspaceName, options.signal);
  return made.map(({ status, ...name }) => ({
    label: `$(tag) ${name.modelName} ${name.version}`,
    description: status ?? '',
    name,
  }));
}

/**
 * Prompts for tags with checkboxes; a typed text that is not a known tag is offered as a new one. Resolves to
 * undefined when cancelled.
 */
function pickTags(
  name: VersionName,
  before: readonly string[],
  known: readonly string[],
): Promise<string[] | undefined> {
  const input = vscode.window.createQuickPick();
  input.title = vscode.l10n.t('Tags of {0}', titleOf(name));
  input.placeholder = vscode.l10n.t('Select tags or type a new one');
  input.canSelectMany = true;
  input.ignoreFocusOut = true;
  const tags = new Set(known);
  const show = (chosen: readonly string[]) => {
    const typed = input.value.trim();
    const labels = typed === '' || tags.has(typed) ? [...tags] : [typed, ...tags];
    input.items = labels.map((label) => ({
      label,
      ...(tags.has(label) ? {} : { description: vscode.l10n.t('new'), alwaysShow: true }),
    }));
    input.selectedItems = input.items.filter(({ label }) => chosen.includes(label));
  };
  show(before);
  input.onDidChangeValue(() => {
    const chosen = input.selectedItems.map(({ label }) => label);
    for (const label of chosen) tags.add(label);
    show(chosen);
  });
  return new Promise((resolve) => {
    input.onDidAccept(() => {
      resolve(input.selectedItems.map(({ label }) => label));
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/**
 * Reads the details of the selected version that an edit needs. Returns null when no version is selected or the user
 * cancelled.
 */
async function readVersion<T>(
  { connection }: Services,
  node: TreeNode | undefined,
  read: (api: API, name: VersionName, options: { readonly signal: AbortSignal }) => Promise<T>,
) {
  const name = versionOf(node);
  if (!name) return null;
  const { api } = await connection.client();
  const found = await withProgress(vscode.l10n.t('Loading {0}…', titleOf(name)), (signal) =>
    read(api, name, { signal }),
  );
  return found === undefined ? null : { api, name, found };
}

function versionOf(node: TreeNode | undefined): VersionName | null {
  if (node?.target?.kind !== 'model' || node.target.version === undefined) return null;
  const { workspace, modelName, version } = node.target;
  return { workspace, modelName, version };
}

function titleOf({ modelName, version }: VersionName): string {
  return `${modelName} ${version}`;
}

function tagsOf({ tags, stages }: Pick<ModelVersion, 'tags' | 'stages'>): string[] {
  return [...new Set([...(tags ?? []), ...stages])];
}

async function confirmed(sentence: string, button: string, detail = ''): Promise<boolean> {
  return (await vscode.window.showWarningMessage(sentence, { modal: true, detail }, button)) === button;
}

function changed(parts: Services, sentence: string): void {
  parts.trees.registry.refresh();
  vscode.window.setStatusBarMessage(`$(check) ${sentence}`, 5000);
}
