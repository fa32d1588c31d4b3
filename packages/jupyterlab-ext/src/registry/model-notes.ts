import { changed, type RegistryContext } from './registry-context.ts';
import { askText } from './text-dialog.ts';

/** Edits the notes of the selected registered model. */
export async function editNotes(context: RegistryContext): Promise<void> {
  const target = context.selection.current()?.target;
  if (target?.kind !== 'model') return;
  const { translate, connection } = context.tracklens;
  const api = await connection.api();
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
  changed(context, translate('Saved the notes of %1.', target.modelName));
}
