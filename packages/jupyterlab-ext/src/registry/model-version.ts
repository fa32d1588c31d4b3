import { InputDialog } from '@jupyterlab/apputils';
import { loadViews } from '../load-views.ts';
import { changed, chosenVersion, confirmed, type RegistryContext, titleOf } from './registry-context.ts';
import { askText } from './text-dialog.ts';

/** Sets the status of the selected version to one that the service allows, after a confirmation. */
export async function changeStatus(context: RegistryContext): Promise<void> {
  const chosen = await readChosen(context);
  if (!chosen) return;
  const { translate } = context.tracklens;
  const { api, model, workspace, version, name } = chosen;
  const [items, current] = await Promise.all([api.modelRegistryAllowedStatusValues(workspace), model.status(version)]);
  const { value } = await InputDialog.getItem({
    title: translate('Status of %1', name),
    label: translate('The statuses that %1 allows', workspace),
    items,
    current: current ?? 0,
    okLabel: translate('Next'),
  });
  if (value === null || value === current) return;
  const title = translate('Change the status of %1 from %2 to %3?', name, current ?? '—', value);
  if (!(await confirmed(context, { title, label: translate('Change Status') }))) return;
  await model.setStatus(version, value);
  changed(context, translate('%1 is %2 now.', name, value));
}

/** Adds and removes tags of the selected version, after a confirmation that lists them. */
export async function changeTags(context: RegistryContext): Promise<void> {
  const chosen = await readChosen(context);
  if (!chosen) return;
  const { translate } = context.tracklens;
  const { model, version, name } = chosen;
  const before = await model.tags(version);
  const { value } = await InputDialog.getText({
    title: translate('Tags of %1', name),
    label: translate('Tags, separated by commas'),
    text: before.join(', '),
    okLabel: translate('Next'),
  });
  if (value === null) return;
  const after = [...new Set(value.split(',').map((tag) => tag.trim()))].filter(Boolean);
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length + removed.length === 0) return;
  const body = [
    ...(added.length > 0 ? [translate('Added: %1', added.join(', '))] : []),
    ...(removed.length > 0 ? [translate('Removed: %1', removed.join(', '))] : []),
  ].join('\n');
  const title = translate('Change the tags of %1?', name);
  if (!(await confirmed(context, { title, label: translate('Change Tags'), body }))) return;
  for (const tag of added) await model.addTag(version, tag);
  for (const tag of removed) await model.deleteTag(version, tag);
  changed(context, translate('Changed the tags of %1.', name));
}

/** Changes the comment of the selected version. */
export async function changeComment(context: RegistryContext): Promise<void> {
  const chosen = await readChosen(context);
  if (!chosen) return;
  const { translate } = context.tracklens;
  const { api, model, version, name } = chosen;
  const { comment: before, registryModelItemId } = await model.getDetails({ version });
  const comment = await askText({
    title: translate('Comment of %1', name),
    label: translate('Comment'),
    value: before,
    okLabel: translate('Write Comment'),
    cancelLabel: translate('Cancel'),
  });
  if (comment === null || comment === before) return;
  const { contract } = await loadViews();
  const body = { registryModelItemId, comment };
  await api.connection.call('changeComment', contract.registry.updateVersion, { body });
  changed(context, translate('Changed the comment of %1.', name));
}

/** Returns the selected version with its model and title; null when no version is selected. */
async function readChosen(context: RegistryContext) {
  const chosen = chosenVersion(context);
  if (!chosen) return null;
  const api = await context.tracklens.connection.api();
  const model = await api.getModel(chosen.workspace, chosen.modelName);
  return { ...chosen, name: titleOf(chosen), api, model };
}
