/**
 * Regroups a stream into chunks of `size` bytes. The last chunk may be smaller; an empty stream yields one empty
 * chunk.
 */
export async function* piecesOf(body: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  let yielded = 0;
  for await (const arrived of body) {
    for (let at = 0; at < arrived.byteLength; ) {
      // A full chunk is yielded once more data arrives; the last one is yielded after the loop.
      if (filled === size) {
        yield piece;
        yielded++;
        piece = new Uint8Array(size);
        filled = 0;
      }
      const count = Math.min(size - filled, arrived.byteLength - at);
      piece.set(arrived.subarray(at, at + count), filled);
      filled += count;
      at += count;
    }
  }
  if (filled > 0 || yielded === 0) yield piece.subarray(0, filled);
}
