import { crc32, deflateRawSync } from 'node:zlib';

/** Name of the only file in the archive of a git patch. */
const name = Buffer.from('git_diff.patch');
const deflated = 8;
/** 1980-01-01, the earliest date of the zip format. A constant date makes the archive reproducible. */
const firstDay = 0x21;

function header(signature: number, fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0));
  bytes.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [size, value] of fields) {
    bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

/** Creates a zip archive whose only file is a patch. */
export function patchArchive(patch: Uint8Array): Uint8Array {
  const packed = deflateRawSync(patch);
  const common = [
    [2, 20],
    [2, 0],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc32(patch)],
    [4, packed.length],
    [4, patch.length],
    [2, name.length],
    [2, 0],
  ] as const;
  const local = Buffer.concat([header(0x04034b50, common), name, packed]);
  const zeros = [2, 0] as const;
  const entry = [[2, 20] as const, ...common, zeros, zeros, zeros, [4, 0] as const, [4, 0] as const];
  const directory = Buffer.concat([header(0x02014b50, entry), name]);
  const end = header(0x06054b50, [zeros, zeros, [2, 1], [2, 1], [4, directory.length], [4, local.length], zeros]);
  return new Uint8Array(Buffer.concat([local, directory, end]));
}

/** Returns whether the bytes are a zip archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
