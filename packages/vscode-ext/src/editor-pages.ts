import * as vscode from 'vscode';

/** Id of the extension, with its publisher. */
const extensionId = 'tracklens.tracklens';

/** Opens the walkthrough of the extension. */
export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#start`, false);
}

/** Opens the settings of the extension. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${extensionId}`);
}
