import type * as vscode from 'vscode';

/** Runs something that needs a service. A failure is logged and leaves the feature empty. */
export async function loggedAttempt<T>(
  log: vscode.LogOutputChannel,
  signal: AbortSignal,
  otherwise: T,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await run(signal);
  } catch (error) {
    if (!signal.aborted) log.warn(`Code features: ${error}`);
    return otherwise;
  }
}
