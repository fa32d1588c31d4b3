import { crc32 } from 'node:zlib';
import type { SpooledRequest } from './spooled-request.ts';

/*
 * Format of a segment: records one after the other. A record is the length of its payload and the CRC-32 of the
 * payload, 32 bits each, then the payload: the length of a JSON text, the text with everything but the body, and the
 * body.
 */

const prefixBytes = 8;
/** Maximum length of a payload. A greater one is damage. */
const maxPayloadBytes = 1024 ** 3;

/** Returns a request as a record. */
export function encodeRecord({ body, ...about }: SpooledRequest): Uint8Array {
  const text = Buffer.from(JSON.stringify(about));
  const record = Buffer.allocUnsafe(prefixBytes + 4 + text.length + body.byteLength);
  record.writeUInt32LE(text.length, prefixBytes);
  text.copy(record, prefixBytes + 4);
  record.set(body, prefixBytes + 4 + text.length);
  const payload = record.subarray(prefixBytes);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(crc32(payload), 4);
  return record;
}

/** Record of a segment. */
export interface DecodedRecord {
  readonly request: SpooledRequest;
  /** Position after the record. */
  readonly end: number;
}

/** Returns the record at a position of a segment; null if it is damaged or incomplete. */
export function decodeRecord(segment: Uint8Array, start: number): DecodedRecord | null {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  if (start + prefixBytes + 4 > bytes.length) return null;
  const length = bytes.readUInt32LE(start);
  const end = start + prefixBytes + length;
  if (length < 4 || length > maxPayloadBytes || end > bytes.length) return null;
  const payload = bytes.subarray(start + prefixBytes, end);
  if (crc32(payload) !== bytes.readUInt32LE(start + 4)) return null;
  const textEnd = 4 + payload.readUInt32LE(0);
  if (textEnd > payload.length) return null;
  try {
    const about: unknown = JSON.parse(payload.toString('utf8', 4, textEnd));
    return isRequestHead(about) ? { request: { ...about, body: payload.subarray(textEnd) }, end } : null;
  } catch {
    return null;
  }
}

function isRequestHead(value: unknown): value is Omit<SpooledRequest, 'body'> {
  if (typeof value !== 'object' || value === null) return false;
  const { operation, method, path, query, headers } = value as Partial<Record<keyof SpooledRequest, unknown>>;
  return (
    typeof operation === 'string' &&
    (method === 'POST' || method === 'PUT' || method === 'GET') &&
    // An absolute path of the recorded service, and not another host.
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path) &&
    Array.isArray(query) &&
    query.every(
      (field) => Array.isArray(field) && field.length === 2 && field.every((text) => typeof text === 'string'),
    ) &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every((text) => typeof text === 'string')
  );
}
