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
  try {
    return { ...(message as object), body: Uint8Array.from(atob(body.base64), (sign) => sign.charCodeAt(0)) };
  } catch {
    return message;
  }
}

function bodyOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? (message as { body?: unknown }).body : undefined;
}

function toBase64(bytes: Uint8Array): string {
  // The number of arguments of one call is limited.
  const chunk = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}
