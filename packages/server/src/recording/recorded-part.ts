import { createHash } from 'node:crypto';
import type { AnyEndpoint, RecordedRequest as Schema } from '@tracklens/core/contract';
import type * as v from 'valibot';

/** Line of a recording: a request that a service repeats. */
export type RecordedRequest = v.InferOutput<typeof Schema>;

/** Part of a recording: one request, and what it is counted as in the size of the recording. */
export interface RecordedPart {
  /** Name for messages about the size: `metrics of lr=0.3`. */
  readonly of: string;
  request(): RecordedRequest | Promise<RecordedRequest>;
}

/** Bytes that a content of a recording has at least, known before it is read. */
export interface MinimumSize {
  /** Name of the content, as in `RecordedPart`. */
  readonly of: string;
  readonly bytes: number;
}

/** Kind of request with a JSON body. */
type JsonEndpoint = Pick<AnyEndpoint, 'method' | 'path'> & { readonly body: v.GenericSchema };

/** Returns a request whose body is JSON. */
export function jsonRequest<E extends JsonEndpoint>(
  endpoint: E,
  timeMillis: number,
  body: v.InferInput<E['body']>,
): RecordedRequest {
  return jsonTextRequest(endpoint, timeMillis, JSON.stringify(body));
}

/** Returns a request with a body of JSON text, such as stored text whose numbers keep all their digits. */
export function jsonTextRequest(
  { method, path }: Pick<AnyEndpoint, 'method' | 'path'>,
  timeMillis: number,
  text: string,
): RecordedRequest {
  return { timeMillis, method, path, contentType: 'application/json', text };
}

/** Returns the JSON text of an object, with further fields before those it has. */
export function withFields(fields: Readonly<Record<string, unknown>>, object: string): string {
  const start = JSON.stringify(fields).slice(0, -1);
  return /^\s*\{\s*\}\s*$/.test(object) ? `${start}}` : `${start},${object.trimStart().slice(1)}`;
}

/** Returns a path with its query; null and undefined fields are left out. */
export function pathWithQuery(path: string, fields: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) query.set(name, String(value));
  return `${path}?${query}`;
}

/** Returns a request without a body. */
export function getRequest(
  { path }: Pick<AnyEndpoint, 'path'>,
  timeMillis: number,
  fields: Readonly<Record<string, string | number>>,
): RecordedRequest {
  return { timeMillis, method: 'GET', path: pathWithQuery(path, fields) };
}

/** Part of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Whether it is a file. */
  readonly isFile?: boolean;
}

/** Returns a short hash of the contents, which none of them contains. */
function hashOf(parts: readonly BodyPart[]): string {
  const hash = createHash('sha256');
  for (const { content } of parts) hash.update(content);
  return hash.digest('hex').slice(0, 20);
}

/** Returns a request with a multipart body: as text or as base64, whichever is shorter. */
export function multipartRequest(
  target: Pick<RecordedRequest, 'timeMillis' | 'method' | 'path'>,
  parts: readonly BodyPart[],
): RecordedRequest {
  const boundary = `part-${hashOf(parts)}`;
  const pieces = parts.flatMap(({ name, content, isFile }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(isFile ? '; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n' : '\r\n\r\n'),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const [text, base64] = [utf8TextOf(body), body.toString('base64')];
  const isText = text !== null && Buffer.byteLength(JSON.stringify(text)) <= JSON.stringify(base64).length;
  return { ...target, contentType, ...(isText ? { text } : { base64 }) };
}

/** Returns bytes as text; null if they are not UTF-8. */
function utf8TextOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
