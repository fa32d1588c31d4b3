/** Joins and cuts what arrives into pieces of one size; the last may be smaller, and of nothing comes one empty piece. */
export async function* piecesOf(body: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  let given = 0;
  for await (const arrived of body) {
    for (let at = 0; at < arrived.byteLength; ) {
      // A full piece is given when more has come: so the last one is known for the last.
      if (filled === size) {
        yield piece;
        given++;
        piece = new Uint8Array(size);
        filled = 0;
      }
      const count = Math.min(size - filled, arrived.byteLength - at);
      piece.set(arrived.subarray(at, at + count), filled);
      filled += count;
      at += count;
    }
  }
  if (filled > 0 || given === 0) yield piece.subarray(0, filled);
}

/** Arguments of one call; more would not fit on the stack. */
const atOnce = 0x8000;

/** Bytes as base64, in which the Jupyter server takes what is no text. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.byteLength; at += atOnce) {
    binary += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  }
  return btoa(binary);
}
