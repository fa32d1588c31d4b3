/** Returns the length of a WAV file in seconds; null for anything else. */
export function wavSeconds(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') return null;
  let bytesPerSecond = 0;
  // Sections of the file: a name, a size and that many bytes, padded to an even number.
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === 'fmt ' && at + 20 <= bytes.byteLength) bytesPerSecond = view.getUint32(at + 16, true);
    // Of a file that was written as a stream, the size of the samples is the greatest possible.
    if (name(at) === 'data') {
      return bytesPerSecond > 0 ? Math.min(size, bytes.byteLength - at - 8) / bytesPerSecond : null;
    }
    at += 8 + size + (size % 2);
  }
  return null;
}
