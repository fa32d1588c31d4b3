import * as vscode from 'vscode';
import { showWithRetry } from './show-with-retry.ts';

/** Longer and longer, 25 s in all: a window whose log is never seen is left alone then. */
const pausesMillis = [100, 200, 400, 800, 1600, 3200, 6400, 12_800];

/**
 * Shows the log. The editor knows the logs of extensions only once its window is restored and drops without a word what it is
 * asked before, as when this very command is what starts the extension: it is asked again until the log is seen.
 */
export async function showLog(log: vscode.LogOutputChannel): Promise<void> {
  await showWithRetry(() => log.show(), isLogSeen, pausesMillis);
}

function isLogSeen(): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'output' && /tracklens/i.test(uri.path));
}
