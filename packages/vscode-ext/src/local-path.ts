import * as vscode from 'vscode';
import { UnmetCondition } from './unmet-condition.ts';

/**
 * Returns the path of a file or folder that the user chose on the machine where the extension runs. Throws for one of
 * another machine, which a remote window offers too.
 */
export function localPath({ scheme, fsPath }: vscode.Uri): string {
  if (scheme === 'file') return fsPath;
  throw new UnmetCondition(vscode.l10n.t('Choose a folder on the machine where the extension runs.'));
}
