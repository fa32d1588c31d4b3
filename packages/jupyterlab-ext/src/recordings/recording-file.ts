import { readViewPayload, type ViewPayload } from '@tracklens/core/display';

/** Maximum size of a file with a saved view in bytes, as in VS Code. */
const maxViewBytes = 1_000_000;

/**
 * Returns whether a `.tracklens` file in Base64 has a saved view: a recording of experiments is compressed and begins
 * with another byte. Only the first bytes are decoded, since recordings are large.
 */
export function isSavedView(content: string): boolean {
  return atob(content.slice(0, 4)).startsWith('{');
}

/** Returns the saved view of a file in Base64, which is untrusted; null if it has none. Never throws. */
export function savedView(content: string): ViewPayload | null {
  if (base64Size(content) > maxViewBytes) return null;
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    const read = readViewPayload(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return read.ok && read.payload.snapshot !== undefined ? read.payload : null;
  } catch {
    return null;
  }
}

/** Returns the number of bytes of a Base64 text, without decoding it. The text may have line breaks. */
export function base64Size(content: string): number {
  let others = 0;
  for (const other of ['\n', '=']) {
    for (let index = content.indexOf(other); index !== -1; index = content.indexOf(other, index + 1)) others++;
  }
  return Math.floor(((content.length - others) * 3) / 4);
}
