import { t } from '../sentence.ts';
import { maxFileBytes, pieceBytes, readSaveReply, type SaveMessage } from './save-messages.ts';

/** Page side of saving files. */
export interface PageSaves {
  /** Resolves when the file is saved or the user cancelled. */
  save(fileName: string, bytes: Uint8Array): Promise<void>;
  /** Handles a reply of the host; other messages are ignored. */
  receive(reply: unknown): void;
}

/** Offers files to the host and sends the chunks that it requests. */
export function pageSaves(post: (message: SaveMessage) => void): PageSaves {
  const offered = new Map<number, { readonly bytes: Uint8Array; done(): void; fail(error: Error): void }>();
  let next = 0;
  return {
    async save(fileName, bytes) {
      if (bytes.byteLength > maxFileBytes) throw new Error(tooLarge(bytes.byteLength));
      const id = next++;
      await new Promise<void>((done, fail) => {
        offered.set(id, { bytes, done, fail });
        post({ kind: 'offer', id, fileName, size: bytes.byteLength });
      });
    },
    receive(message) {
      const reply = readSaveReply(message);
      const file = reply && offered.get(reply.id);
      if (!reply || !file) return;
      if (reply.kind === 'pull') {
        const body = file.bytes.slice(reply.offset, reply.offset + pieceBytes);
        post({ kind: 'piece', id: reply.id, offset: reply.offset, body });
        return;
      }
      offered.delete(reply.id);
      if (reply.kind === 'done') file.done();
      else file.fail(new Error(reply.message));
    },
  };
}

/** Returns the error message for an oversized file, with the limit and an alternative without one. */
export function tooLarge(size: number): string {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  return t(
    'A file of {0} cannot be saved here; the limit is {1}. Open the page in the browser to download it.',
    megabytes(size),
    megabytes(maxFileBytes),
  );
}
