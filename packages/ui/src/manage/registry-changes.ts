import { contract } from '@tracklens/core/contract';
import type { Change, EditedText } from './manage-definition.ts';
import { tagChange } from './tag-change.ts';

/** Sets the status of a version to one that the service allows. */
export const changeStatus: Change<'version'> = async ({ api, t, dialogs }, [subject]) => {
  const { workspace, modelName, version, name } = subject!;
  const model = await api.getModel(workspace, modelName);
  const [statuses, current] = await Promise.all([
    api.modelRegistryAllowedStatusValues(workspace),
    model.status(version),
  ]);
  const status = await dialogs.choice({
    title: t('Status of %1', name),
    label: t('The statuses that %1 allows', workspace),
    items: statuses.map((one) => ({ id: one, label: one })),
    current: current ?? undefined,
    okLabel: t('Change Status'),
  });
  if (status === null || status === current) return null;
  await model.setStatus(version, status);
  return {
    message: t('The status of %1 changed from %2 to %3.', name, current ?? '—', status),
    undo: current === null ? undefined : async () => void (await model.setStatus(version, current)),
  };
};

/** Adds and removes tags of a version. */
export const changeVersionTags: Change<'version'> = async ({ api, t, dialogs }, [subject]) => {
  const { workspace, modelName, version, name } = subject!;
  const { versions } = await api.getRegistryModelDetails(workspace, modelName);
  const labels = new Map(
    versions.map((one) => [one.version, [...new Set([...(one.tags ?? []), ...one.stages])]] as const),
  );
  const before = labels.get(version) ?? [];
  const chosen = await dialogs.tags({
    title: t('Tags of %1', name),
    label: t('Tags, one per line or separated by commas'),
    before,
    known: [...new Set([...labels.values()].flat())].sort(),
    okLabel: t('Change Tags'),
  });
  const change = chosen && tagChange(before, chosen);
  if (!change) return null;
  const model = await api.getModel(workspace, modelName);
  const write = async (added: readonly string[], removed: readonly string[]) => {
    for (const tag of added) await model.addTag(version, tag);
    for (const tag of removed) await model.deleteTag(version, tag);
  };
  await write(change.added, change.removed);
  return { message: t('Changed the tags of %1.', name), undo: () => write(change.removed, change.added) };
};

/** Comment of a version. */
export const versionComment: EditedText<'version'> = {
  title: ({ name }, t) => t('Comment of %1', name),
  async read(api, { workspace, modelName, version }) {
    const model = await api.getModel(workspace, modelName);
    return (await model.getDetails({ version })).comment;
  },
  async write(api, { workspace, modelName, version }, comment) {
    const model = await api.getModel(workspace, modelName);
    const { registryModelItemId } = await model.getDetails({ version });
    const body = { registryModelItemId, comment };
    await api.connection.call('changeComment', contract.registry.updateVersion, { body });
  },
};

/** Notes of a registered model. */
export const modelNotes: EditedText<'model'> = {
  title: ({ modelName }, t) => t('Notes of %1', modelName),
  read: (api, { workspace, modelName }) => api.getRegistryModelNotes(workspace, modelName),
  write: async (api, { workspace, modelName }, text) =>
    void (await api.updateRegistryModelNotes(workspace, modelName, text)),
};
