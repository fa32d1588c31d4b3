import * as vscode from 'vscode';
import { runCancellable } from './run-cancellable.ts';

/** Waits for what is asked of a service: when that takes a while a notification says what, with a button that stops it. Undefined when it was stopped. */
export function withProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  return runCancellable(work, (ended, stop) => {
    const place = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(place, (_, token) => {
      token.onCancellationRequested(stop);
      return ended;
    });
  });
}
