import { displayCell, type Target } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';
import type { Services } from '../services.ts';
import { targetOf } from '../target-commands.ts';
import { UnmetCondition } from '../unmet-condition.ts';

/**
 * Inserts a cell that displays a row, or else the active panel, below the selected cell of the notebook. The cell names
 * the service if its connection is not the current one. Creates a notebook when none is open.
 *
 * @throws UnmetCondition when the notebook cannot be changed
 */
export async function insertDisplayCell(services: Services, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(services, node);
  const editor = vscode.window.activeNotebookEditor ?? vscode.window.visibleNotebookEditors[0];
  const language = editor ? languageOf(editor.notebook, target) : 'python';
  const url = services.connections.urlUnlessCurrent(services.connectionId);
  const code = displayCell(target, language, url === undefined ? undefined : { url });
  if (code === null) {
    void showInformation(vscode.l10n.t('This cannot be displayed in {0}. Open it in a panel.', language));
    return;
  }
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, code, language);
  if (!editor) {
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', new vscode.NotebookData([cell]));
    await vscode.window.showNotebookDocument(notebook);
    return;
  }
  const index = editor.notebook.cellCount === 0 ? 0 : editor.selection.end;
  const edit = new vscode.WorkspaceEdit();
  edit.set(editor.notebook.uri, [vscode.NotebookEdit.insertCells(index, [cell])]);
  const isReadOnly = vscode.workspace.fs.isWritableFileSystem(editor.notebook.uri.scheme) === false;
  if (isReadOnly || !(await vscode.workspace.applyEdit(edit))) {
    throw new UnmetCondition(vscode.l10n.t('The cell was not inserted, because this notebook cannot be changed.'));
  }
  await vscode.window.showNotebookDocument(editor.notebook, {
    viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active,
    selections: [new vscode.NotebookRange(index, index + 1)],
  });
}

/** Returns the first language of a notebook that displays a target; else the one of its first cell. */
function languageOf(notebook: vscode.NotebookDocument, target: Target): string {
  const cells = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
  const languages = cells.map(({ document }) => document.languageId);
  return languages.find((language) => displayCell(target, language) !== null) ?? languages[0] ?? 'python';
}
