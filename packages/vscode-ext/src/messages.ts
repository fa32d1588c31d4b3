import * as vscode from 'vscode';

/**
 * Returns a text for a message, the title of a progress or a prompt of the editor. There, `[text](command:…)` in a name
 * of the service would be a link that runs a command.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

type ShowMessage = typeof vscode.window.showInformationMessage;

function plain(show: () => ShowMessage): ShowMessage {
  const call = (message: string, ...rest: readonly unknown[]) =>
    (show() as (...given: readonly unknown[]) => unknown)(withoutLinks(message), ...rest);
  return call as ShowMessage;
}

/** Shows an information, with buttons. */
export const showInformation = plain(() => vscode.window.showInformationMessage);
/** Shows a warning, with buttons. */
export const showWarning = plain(() => vscode.window.showWarningMessage);
/** Shows an error, with buttons. */
export const showError = plain(() => vscode.window.showErrorMessage);
