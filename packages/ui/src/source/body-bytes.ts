/** Reads a body to its end. Reports the size of each piece as it arrives. */
export async function bodyBytes(
  body: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): Promise<Uint8Array> {
  const pieces: BlobPart[] = [];
  for await (const piece of body) {
    onBytes(piece.byteLength);
    pieces.push(piece as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
