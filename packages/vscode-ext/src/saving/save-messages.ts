import * as v from 'valibot';
import { checkedMessage, count, shortened, text } from '../checked-message.ts';

/**
 * Protocol by which a page saves a file. The page sends name and size, the host asks the user for a path and then
 * pulls the bytes in chunks. No bytes are sent before a path is chosen, and the user can cancel the transfer of a
 * large file.
 */

/** Maximum size of a file saved through a page. The host buffers the whole file before it writes it. */
export const maxFileBytes = 256_000_000;
/** Number of bytes per chunk message. */
export const pieceBytes = 4_000_000;

const bytes = v.custom<Uint8Array | ArrayBuffer>(
  (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
  'expected bytes',
);

/** Messages from the page. */
export const SaveMessage = v.variant('kind', [
  v.object({ kind: v.literal('offer'), id: count, fileName: shortened(4000), size: count }),
  v.object({ kind: v.literal('piece'), id: count, offset: count, body: bytes }),
]);
export type SaveMessage = v.InferOutput<typeof SaveMessage>;

/** Messages from the host. */
export const SaveReply = v.variant('kind', [
  v.object({ kind: v.literal('pull'), id: count, offset: count }),
  /** The file was saved or the user cancelled. */
  v.object({ kind: v.literal('done'), id: count }),
  v.object({ kind: v.literal('failed'), id: count, message: text(2000) }),
]);
export type SaveReply = v.InferOutput<typeof SaveReply>;

/** Validates a message from a page; null when it is unknown. Never throws. */
export function readSaveMessage(message: unknown): SaveMessage | null {
  return checkedMessage(SaveMessage, message);
}

/** Validates a reply from the host; null when it is unknown. Never throws. */
export function readSaveReply(message: unknown): SaveReply | null {
  return checkedMessage(SaveReply, message);
}
