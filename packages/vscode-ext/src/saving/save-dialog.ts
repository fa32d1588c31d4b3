import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';

/** Folder of the last saved file, offered as the default for the next one. */
let lastFolder: vscode.Uri | undefined;

/** Asks for the path of a new file; undefined when the user cancelled. */
export async function askUri(name: string): Promise<vscode.Uri | undefined> {
  const folder = lastFolder ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const ending = /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1];
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save {0}', name),
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    ...(ending ? { filters: { [ending.toUpperCase()]: [ending], [vscode.l10n.t('All files')]: ['*'] } } : {}),
  });
  if (uri) lastFolder = vscode.Uri.joinPath(uri, '..');
  return uri;
}

/** Says that a file was saved, with a button that opens it. */
export async function confirmSaved(uri: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const choice = await showInformation(vscode.l10n.t('Saved {0}.', nameOf(uri)), open);
  if (choice === open) await vscode.commands.executeCommand('vscode.open', uri);
}

/** Returns the name of a file without its folder. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
