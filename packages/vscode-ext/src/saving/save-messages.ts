import * as v from 'valibot';
import { checkedMessage, count, text } from '../checked-message.ts';

/**
 * How a page saves a file: it says name and size, the host asks the person for a place and then pulls the bytes piece by
 * piece. Nothing crosses before a place was chosen, and a person can stop what is under way.
 */

/** More bytes are not saved through a page: the host holds them all until they are written. */
export const largestFileBytes = 256_000_000;
/** So many bytes cross in one message. */
export const pieceBytes = 4_000_000;

const bytes = v.custom<Uint8Array | ArrayBuffer>(
  (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
  'expected bytes',
);

/** What the page says. */
export const SaveMessage = v.variant('kind', [
  v.object({ kind: v.literal('offer'), id: count, fileName: text(4000), size: count }),
  v.object({ kind: v.literal('piece'), id: count, offset: count, body: bytes }),
]);
export type SaveMessage = v.InferOutput<typeof SaveMessage>;

/** What the host says. */
export const SaveReply = v.variant('kind', [
  v.object({ kind: v.literal('pull'), id: count, offset: count }),
  /** It is saved, or the person changed their mind. */
  v.object({ kind: v.literal('done'), id: count }),
  v.object({ kind: v.literal('failed'), id: count, message: text(2000) }),
]);
export type SaveReply = v.InferOutput<typeof SaveReply>;

/** A message from a page, or null when it is none of ours. Never throws. */
export function readSaveMessage(message: unknown): SaveMessage | null {
  return checkedMessage(SaveMessage, message);
}

/** A reply from the host, or null when it is none of ours. Never throws. */
export function readSaveReply(message: unknown): SaveReply | null {
  return checkedMessage(SaveReply, message);
}
