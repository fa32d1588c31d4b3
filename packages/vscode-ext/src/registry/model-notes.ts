import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { type TextStore, textUri } from '../text-files.ts';

/** URI scheme of registered model notes. */
export const notesScheme = 'tracklens-notes';

/** Store of registered model notes; saving a document writes them to the service. */
export function modelNotes({ connection }: Services): TextStore {
  return {
    ending: '.md',
    async read(workspace, modelName) {
      return (await connection.client()).api.getRegistryModelNotes(workspace, modelName);
    },
    async write(workspace, modelName, notes) {
      await (await connection.client()).api.updateRegistryModelNotes(workspace, modelName, notes);
    },
  };
}

/** Opens the notes of a registered model as a Markdown document. */
export async function editNotes(node: TreeNode | undefined): Promise<void> {
  if (node?.target?.kind !== 'model') return;
  const { workspace, modelName } = node.target;
  const uri = textUri(notesScheme, { ending: '.md' }, workspace, modelName);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}
