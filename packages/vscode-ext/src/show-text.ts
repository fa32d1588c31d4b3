import * as vscode from 'vscode';

/** Opens a text of this extension in an editor. It is stored as UTF-8, whatever `files.encoding` is. */
export async function showText(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
  return await vscode.window.showTextDocument(document, { preview: false });
}
