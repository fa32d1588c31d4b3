/** Time in milliseconds after which the page gets to handle events. */
const sliceMillis = 30;

/**
 * Encodes pieces of text as UTF-8 while they are made. The page stays responsive meanwhile, and the text as a whole
 * is never a string, whose length browsers limit.
 */
export async function bytesOf(pieces: AsyncIterable<string> | Iterable<string>): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let size = 0;
  let since = performance.now();
  for await (const piece of pieces) {
    const part = encoder.encode(piece);
    parts.push(part);
    size += part.length;
    if (performance.now() - since < sliceMillis) continue;
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    bytes.set(part, at);
    at += part.length;
    // Releases each part as soon as it is copied.
    parts[index] = encoder.encode();
  }
  return bytes;
}
