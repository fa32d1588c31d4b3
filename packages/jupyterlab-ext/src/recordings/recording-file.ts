import { readViewPayload, type ViewPayload } from '@tracklens/core/display';

/** Maximum size of a file with a saved view in bytes, as in VS Code. */
const largestViewBytes = 1_000_000;

/**
 * Returns whether a `.tracklens` file has a saved view: a recording of experiments is compressed and begins with another
 * byte.
 */
export function isSavedView(bytes: Uint8Array): boolean {
  return bytes[0] === '{'.charCodeAt(0);
}

/** Returns the saved view of a file, which is untrusted; null if it has none. Never throws. */
export function savedView(bytes: Uint8Array): ViewPayload | null {
  if (bytes.byteLength > largestViewBytes) return null;
  try {
    const read = readViewPayload(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return read.ok && read.payload.snapshot !== undefined ? read.payload : null;
  } catch {
    return null;
  }
}
