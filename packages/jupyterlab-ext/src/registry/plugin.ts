import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { Dialog, InputDialog, Notification, showDialog } from '@jupyterlab/apputils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { IDefaultFileBrowser } from '@jupyterlab/filebrowser';
import { commandIds } from '../command-ids.ts';
import { loadViews } from '../load-views.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { downloadVersion } from './downloads.ts';
import { downloadToFolder } from './folder-downloads.ts';
import { askText } from './text-dialog.ts';

interface Version {
  readonly workspace: string;
  readonly modelName: string;
  readonly version: string;
}

/** What a person does with the versions of models and artifacts; each change is asked for twice. */
export const registryPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:registry',
  description: 'Downloads and changes versions of registered models and artifacts.',
  autoStart: true,
  requires: [ITracklens, ISelection],
  optional: [IDocumentManager, IDefaultFileBrowser],
  activate(
    { commands, serviceManager }: JupyterFrontEnd,
    tracklens: Tracklens,
    selection: Selection,
    documents: IDocumentManager | null,
    fileBrowser: IDefaultFileBrowser | null,
  ) {
    const { translate, host } = tracklens;
    const add = (id: string, label: string, execute: () => Promise<void>, isVisible = () => true) =>
      commands.addCommand(id, {
        label,
        describedBy: { args: { type: 'object', properties: {} } },
        isVisible,
        execute: () =>
          execute().catch(async (error: unknown) => {
            const { failureOf } = await loadViews();
            const { message, remedy } = failureOf(error);
            host.report({ message: translate(message), remedy: translate(remedy) });
          }),
      });
    const version = (): Version | null => {
      const target = selection.current()?.target;
      if (target?.kind !== 'model' || target.version === undefined) return null;
      const { workspace, modelName, version: one } = target;
      return { workspace, modelName, version: one };
    };
    const changed = (sentence: string) => {
      selection.refresh();
      Notification.success(sentence, { autoClose: 5000 });
    };

    add(commandIds.download, translate('Download'), async () => {
      const node = selection.current();
      if (node) await downloadVersion(tracklens, node);
    });
    if (documents)
      add(commandIds.downloadToFolder, translate('Download to Jupyter Folder…'), async () => {
        const node = selection.current();
        const { contents } = serviceManager;
        const current = fileBrowser?.model.path ?? '';
        if (node) await downloadToFolder(tracklens, { documents, contents, commands, current }, node);
      });
    add(commandIds.changeStatus, translate('Change Status…'), async () => {
      const chosen = version();
      if (!chosen) return;
      const name = `${chosen.modelName} ${chosen.version}`;
      const api = await tracklens.connection.api();
      const model = await api.getModel(chosen.workspace, chosen.modelName);
      const [items, current] = await Promise.all([
        api.modelRegistryAllowedStatusValues(chosen.workspace),
        model.status(chosen.version),
      ]);
      const { value } = await InputDialog.getItem({
        title: translate('Status of %1', name),
        label: translate('The statuses that %1 allows', chosen.workspace),
        items,
        current: current ?? 0,
        okLabel: translate('Next'),
      });
      if (value === null || value === current) return;
      const question = translate('Change the status of %1 from %2 to %3?', name, current ?? '—', value);
      if (!(await confirmed(tracklens, question, translate('Change Status')))) return;
      await model.setStatus(chosen.version, value);
      changed(translate('%1 is %2 now.', name, value));
    });
    add(commandIds.changeTags, translate('Change Tags…'), async () => {
      const chosen = version();
      if (!chosen) return;
      const name = `${chosen.modelName} ${chosen.version}`;
      const model = await (await tracklens.connection.api()).getModel(chosen.workspace, chosen.modelName);
      const before = await model.tags(chosen.version);
      const { value } = await InputDialog.getText({
        title: translate('Tags of %1', name),
        label: translate('Tags, parted by commas'),
        text: before.join(', '),
        okLabel: translate('Next'),
      });
      if (value === null) return;
      const after = [...new Set(value.split(',').map((tag) => tag.trim()))].filter(Boolean);
      const added = after.filter((tag) => !before.includes(tag));
      const removed = before.filter((tag) => !after.includes(tag));
      if (added.length + removed.length === 0) return;
      const what = [
        ...(added.length > 0 ? [translate('Added: %1', added.join(', '))] : []),
        ...(removed.length > 0 ? [translate('Removed: %1', removed.join(', '))] : []),
      ];
      const question = translate('Change the tags of %1?', name);
      if (!(await confirmed(tracklens, question, translate('Change Tags'), what.join('\n')))) return;
      for (const tag of added) await model.addTag(chosen.version, tag);
      for (const tag of removed) await model.deleteTag(chosen.version, tag);
      changed(translate('Changed the tags of %1.', name));
    });
    add(commandIds.changeComment, translate('Change Comment…'), async () => {
      const chosen = version();
      if (!chosen) return;
      const name = `${chosen.modelName} ${chosen.version}`;
      const api = await tracklens.connection.api();
      const model = await api.getModel(chosen.workspace, chosen.modelName);
      const { comment: before, registryModelItemId } = await model.getDetails({ version: chosen.version });
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
      changed(translate('Changed the comment of %1.', name));
    });
    add(commandIds.editNotes, translate('Edit Notes…'), async () => {
      const target = selection.current()?.target;
      if (target?.kind !== 'model') return;
      const api = await tracklens.connection.api();
      const before = await api.getRegistryModelNotes(target.workspace, target.modelName);
      const notes = await askText({
        title: translate('Notes of %1', target.modelName),
        label: translate('Notes, in Markdown'),
        value: before,
        okLabel: translate('Write Notes'),
        cancelLabel: translate('Cancel'),
      });
      if (notes === null || notes === before) return;
      await api.updateRegistryModelNotes(target.workspace, target.modelName, notes);
      changed(translate('Wrote the notes of %1.', target.modelName));
    });
    add(
      commandIds.openSource,
      translate('Open Source Experiment'),
      async () => {
        const experimentKey = selection.current()?.source;
        if (experimentKey) host.open({ kind: 'experiment', experimentKey }, { newPanel: false, activate: true });
      },
      () => selection.current()?.source !== undefined,
    );
    add(commandIds.showVersions, translate('Show Registered Versions'), async () => {
      const node = selection.current();
      if (node?.target?.kind !== 'experiment') return;
      const found = await versionsBy(tracklens, node.target.experimentKey, (JSON.parse(node.id) as string[])[0]!);
      if (found.length === 0) {
        Notification.info(translate('No registered version was made by this experiment.'), { autoClose: 5000 });
        return;
      }
      const names = found.map(({ modelName, version: one }) => `${modelName} ${one}`);
      const { value } =
        names.length === 1
          ? { value: names[0]! }
          : await InputDialog.getItem({
              title: translate('Registered versions'),
              items: names,
              okLabel: translate('Open'),
            });
      const picked = found[names.indexOf(value ?? '')];
      if (picked) host.open({ kind: 'model', ...picked }, { newPanel: false, activate: true });
    });
  },
};

async function versionsBy({ connection }: Tracklens, experimentKey: string, workspace: string) {
  const api = await connection.api();
  const names = await api.getRegistryModelNames(workspace);
  const models = await Promise.all(names.map((name) => api.getRegistryModelDetails(workspace, name)));
  return models.flatMap(({ modelName, versions }) =>
    versions
      .filter(({ experimentModel }) => experimentModel?.experimentKey === experimentKey)
      .map(({ version }) => ({ workspace, modelName, version })),
  );
}

async function confirmed({ translate }: Tracklens, title: string, label: string, body = ''): Promise<boolean> {
  const buttons = [Dialog.cancelButton({ label: translate('Cancel') }), Dialog.okButton({ label })];
  return (await showDialog({ title, body, buttons })).button.accept;
}
