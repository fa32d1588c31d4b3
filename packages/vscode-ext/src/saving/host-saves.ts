import { reasonOf } from '@tracklens/core/client';
import { safeFileName } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showError, withoutLinks } from '../messages.ts';
import { tooLarge } from './page-saves.ts';
import { askUri, confirmSaved, nameOf } from './save-dialog.ts';
import { maxFileBytes, pieceBytes, readSaveMessage, type SaveReply } from './save-messages.ts';

/** Size in bytes from which progress is shown. For smaller files it would only flicker. */
const progressBytes = 8_000_000;

/** File that a page sends. */
interface Arriving {
  readonly id: number;
  take(offset: number, piece: Uint8Array): void;
}

/** Host side of saving files of one page. Saves one file at a time, and only to a path that the user chooses. */
export class HostSaves implements vscode.Disposable {
  readonly #reply: (reply: SaveReply) => void;
  #gone = new AbortController();
  #busy = false;
  #arriving: Arriving | null = null;

  constructor(reply: (reply: SaveReply) => void) {
    this.#reply = reply;
  }

  /** Handles one message of the page; invalid messages are dropped. */
  receive(given: unknown): void {
    const message = readSaveMessage(given);
    if (message?.kind === 'offer') void this.#save(message.id, message.fileName, message.size);
    else if (message?.kind === 'piece' && message.id === this.#arriving?.id) {
      this.#arriving.take(message.offset, viewOf(message.body));
    }
  }

  /** Cancels the transfer of a page that was reloaded; the new page cannot send the earlier file. */
  restart(): void {
    this.#gone.abort();
    this.#gone = new AbortController();
  }

  dispose(): void {
    this.#gone.abort();
  }

  async #save(id: number, fileName: string, size: number): Promise<void> {
    const busyMessage = this.#busy ? vscode.l10n.t('Another file is being saved.') : null;
    if (busyMessage !== null || size > maxFileBytes) {
      this.#reply({ kind: 'failed', id, message: busyMessage ?? tooLarge(size) });
      return;
    }
    this.#busy = true;
    const gone = this.#gone.signal;
    try {
      const uri = await askUri(safeFileName(fileName));
      const bytes = uri && (await this.#pulled(id, uri, size, gone));
      if (uri && bytes) {
        await vscode.workspace.fs.writeFile(uri, bytes);
        void confirmSaved(uri);
      } else if (uri && gone.aborted) {
        const name = nameOf(uri);
        void showError(vscode.l10n.t('{0} was not saved: its view was closed or loaded again.', name));
      }
      this.#reply({ kind: 'done', id });
    } catch (error) {
      const reason = reasonOf(error);
      this.#reply({ kind: 'failed', id, message: vscode.l10n.t('The file was not saved. {0}', reason).slice(0, 2000) });
    } finally {
      this.#busy = false;
      this.#arriving = null;
    }
  }

  /** Reads the bytes from the page; null when the user cancelled or the page was closed. */
  async #pulled(id: number, uri: vscode.Uri, size: number, gone: AbortSignal): Promise<Uint8Array | null> {
    if (size < progressBytes) return this.#pull(id, size, gone, () => {});
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: withoutLinks(vscode.l10n.t('Saving {0}…', nameOf(uri))),
        cancellable: true,
      },
      async (progress, token) => {
        const stopped = new AbortController();
        token.onCancellationRequested(() => stopped.abort());
        const signal = AbortSignal.any([gone, stopped.signal]);
        return this.#pull(id, size, signal, (bytes) => progress.report({ increment: (100 * bytes) / size }));
      },
    );
  }

  #pull(id: number, size: number, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(size);
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(null);
      const stop = () => resolve(null);
      signal.addEventListener('abort', stop, { once: true });
      let at = 0;
      const ask = () => {
        if (at === size) {
          // The signal lives longer than these bytes; removing the listener releases them.
          signal.removeEventListener('abort', stop);
          resolve(bytes);
        } else if (!signal.aborted) this.#reply({ kind: 'pull', id, offset: at });
      };
      this.#arriving = {
        id,
        take(offset, piece) {
          // Accepts only the complete chunk that was requested; any other could leave a gap or never finish.
          if (offset !== at || piece.byteLength !== Math.min(pieceBytes, size - at)) return;
          bytes.set(piece, at);
          at += piece.byteLength;
          onBytes(piece.byteLength);
          ask();
        },
      };
      ask();
    });
  }
}

/** Returns the received bytes as a `Uint8Array`; the editor may deliver an `ArrayBuffer`. */
function viewOf(body: Uint8Array | ArrayBuffer): Uint8Array {
  return body instanceof ArrayBuffer ? new Uint8Array(body) : body;
}
