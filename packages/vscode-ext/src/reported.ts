import type * as vscode from 'vscode';

/** Runs something, and shows an error message when it fails. The messages are loaded with the first error. */
export async function reported(log: vscode.LogOutputChannel, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    const { showProblem } = await import('./problem-message.ts');
    await showProblem(error, log);
  }
}
