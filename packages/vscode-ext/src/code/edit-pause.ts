import type * as vscode from 'vscode';

/** Pause after an edit before anything is requested, in milliseconds. */
const pauseMillis = 500;

/** Times of the last edits of documents, so that nothing is requested while someone types. */
export class EditPause {
  readonly #editedAt = new WeakMap<vscode.TextDocument, number>();

  edited(document: vscode.TextDocument): void {
    this.#editedAt.set(document, Date.now());
  }

  /** Resolves when a document has not been edited for a while. Rejects when the signal is aborted. */
  async wait(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const left = (this.#editedAt.get(document) ?? 0) + pauseMillis - Date.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}
