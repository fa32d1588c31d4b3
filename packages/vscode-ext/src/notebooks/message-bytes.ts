import { fromBase64, toBase64 } from '@tracklens/core/display';

/**
 * The editor serializes messages between host and renderer as JSON, which loses binary data. A bridge message has its
 * bytes in `body`; they are sent base64-encoded.
 */

interface PackedBytes {
  readonly base64: string;
}

/** Encodes the bytes of a bridge message as text. */
export function packBytes(message: unknown): unknown {
  const body = bodyOf(message);
  if (!ArrayBuffer.isView(body)) return message;
  const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return { ...(message as object), body: { base64: toBase64(bytes) } satisfies PackedBytes };
}

/** Decodes a packed bridge message and returns any other message unchanged. Never throws. */
export function unpackBytes(message: unknown): unknown {
  const body = bodyOf(message) as Partial<PackedBytes> | null | undefined;
  if (typeof body?.base64 !== 'string') return message;
  const bytes = fromBase64(body.base64);
  return bytes === null ? message : { ...(message as object), body: bytes };
}

function bodyOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? (message as { body?: unknown }).body : undefined;
}
