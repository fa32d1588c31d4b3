import { createReadStream } from 'node:fs';

/** Part of an event file that is not complete: its writer was killed, still writes, or the file is damaged. */
export class IncompleteFileError extends Error {}

const polynomial = 0x82f63b78;

/** Remainders of all bytes for CRC-32C, the checksum of event files. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc;
});

/** Returns the checksum of bytes as event files store it: CRC-32C, rotated and with a constant added. */
function maskedCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  crc ^= 0xffffffff;
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** Bytes of the length of a record and of the checksum of the length. */
const headBytes = 12;
const crcBytes = 4;
/** Larger records are damaged lengths: a message has at most 2 GB, and an image of a run far less. */
const maxRecordBytes = 2 ** 30;

/** Returns the number of bytes of the content of a record. */
function contentBytes(head: Buffer): number {
  const bytes = Number(head.readBigUInt64LE(0));
  if (head.readUInt32LE(8) !== maskedCrc(head.subarray(0, 8)) || bytes > maxRecordBytes) {
    throw new IncompleteFileError('is damaged');
  }
  return bytes;
}

/**
 * Yields the records of an event file: a length, its checksum, the content, its checksum. Reads the file in pieces.
 *
 * @throws IncompleteFileError after the last complete record, if more bytes follow
 */
export async function* eventRecords(file: string): AsyncGenerator<Buffer> {
  /** What was read of records that were not yielded. */
  let pieces: Buffer[] = [];
  let length = 0;
  /** Length from which on the first of them may be complete. */
  let needed = headBytes;
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    // Not joined for each piece: a large record has many.
    if (length < needed) continue;
    let rest = Buffer.concat(pieces, length);
    for (needed = headBytes; rest.length >= needed; needed = headBytes) {
      const bytes = contentBytes(rest);
      needed = headBytes + bytes + crcBytes;
      if (rest.length < needed) break;
      const content = rest.subarray(headBytes, headBytes + bytes);
      if (rest.readUInt32LE(headBytes + bytes) !== maskedCrc(content)) throw new IncompleteFileError('is damaged');
      yield content;
      rest = rest.subarray(needed);
    }
    pieces = [rest];
    length = rest.length;
  }
  if (length > 0) throw new IncompleteFileError('ends within a record');
}
