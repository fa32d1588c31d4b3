import { inflateRawSync } from 'node:zlib';

/**
 * Returns the files of a small archive by name; null if it is no archive. Sizes are read from the central directory.
 */
export function zippedFiles(bytes: Uint8Array): Record<string, string> | null {
  const data = Buffer.from(bytes);
  if (data.length < 22 || data.toString('latin1', 0, 2) !== 'PK') return null;
  const end = data.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: Record<string, string> = {};
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [data.readUInt16LE(at + 10), data.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => data.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = data.readUInt32LE(at + 42);
    const name = data.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    const content = data.subarray(start, start + size);
    files[name] = (method === 0 ? content : inflateRawSync(content)).toString();
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
