import * as vscode from 'vscode';
import { withoutLinks } from './messages.ts';
import { runCancellable } from './run-cancellable.ts';

/**
 * Waits for `work`. If it takes a while, shows a notification with `title` and a cancel button. Resolves to undefined
 * when cancelled.
 */
export function withProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  return runCancellable(work, (ended, stop) => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    };
    void vscode.window.withProgress(options, (_, token) => {
      token.onCancellationRequested(stop);
      return ended;
    });
  });
}
