import { cutEnd } from './shortened-end.ts';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const endSize = 22;

/**
 * Returns the beginning of the first file in a zip archive as text, at most `limit` bytes; null for anything else.
 * Further bytes are not decompressed.
 */
export async function firstZipText(archive: Uint8Array, limit: number): Promise<string | null> {
  try {
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
    let end = archive.byteLength - endSize;
    while (view.getUint32(end, true) !== endOfDirectory) end--;
    const entry = view.getUint32(end + 16, true);
    if (view.getUint32(entry, true) !== directoryEntry) return null;
    const size = view.getUint32(entry + 20, true);
    const header = view.getUint32(entry + 42, true);
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const content = archive.subarray(start, start + size);
    switch (view.getUint16(entry + 10, true)) {
      case 0:
        return new TextDecoder().decode(content.subarray(0, limit));
      case 8:
        return await inflatedText(content, limit);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

async function inflatedText(content: Uint8Array, limit: number): Promise<string> {
  const source = new Blob([content as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < limit) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return cutEnd(text, limit);
}
