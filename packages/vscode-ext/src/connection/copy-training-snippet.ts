import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { trainingSnippet } from './training-snippet.ts';

/** Copies the Python lines that log a training script to the current service. They contain no API key. */
export async function copyTrainingSnippet(services: Pick<Services, 'connection' | 'local'>): Promise<void> {
  const { url } = await services.connection.client();
  const { folder } = services.local;
  // A local service that does not start has not made this connection.
  const isLocal = folder !== null && (await services.local.configuration().catch(() => null))?.url === url;
  const keyFile = isLocal ? vscode.Uri.joinPath(vscode.Uri.file(folder), 'api-key').fsPath : null;
  await vscode.env.clipboard.writeText(trainingSnippet(url, keyFile));
  vscode.window.setStatusBarMessage(`$(copy) ${vscode.l10n.t('Copied the training snippet for {0}', url)}`, 5000);
}
