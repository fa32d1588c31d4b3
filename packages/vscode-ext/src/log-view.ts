import * as vscode from 'vscode';
import { showWithRetry } from './show-with-retry.ts';

/** Increasing delays, about 25 s in total; after that, no further attempts are made. */
const pausesMillis = [100, 200, 400, 800, 1600, 3200, 6400, 12_800];

/**
 * Shows the log. Until its window is restored, the editor silently ignores requests to show the log of an extension,
 * for example when this command activates the extension. The request is therefore repeated until the log is visible.
 */
export async function showLog(log: vscode.LogOutputChannel): Promise<void> {
  await showWithRetry(() => log.show(), isLogSeen, pausesMillis);
}

function isLogSeen(): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'output' && /tracklens/i.test(uri.path));
}
