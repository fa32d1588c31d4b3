/**
 * The editor carries messages between host and renderer as JSON, which loses bytes. A bridge message keeps its bytes in
 * `body`: they travel as base64 text there.
 */

interface PackedBytes {
  readonly base64: string;
}

/** A bridge message whose bytes are text. */
export function packBytes(message: unknown): unknown {
  const body = bodyOf(message);
  if (!ArrayBuffer.isView(body)) return message;
  const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return { ...(message as object), body: { base64: toBase64(bytes) } satisfies PackedBytes };
}

/** The bridge message that was packed; any other message as it is. Never throws. */
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
  // A call takes so many arguments only.
  const chunk = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}
