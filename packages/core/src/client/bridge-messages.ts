import * as v from 'valibot';
import type { RestErrorCode } from './errors.ts';

/*
 * What crosses between a frame and the process that holds the key: five messages, checked on both sides. A frame says what it
 * wants by method, path and fields; it can set no header but the type of its body and a range.
 */

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const bytes = v.custom<Uint8Array>(
  (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
  'expected bytes',
);

/** From the frame. */
export const FrameMessage = v.variant('kind', [
  v.object({
    kind: v.literal('tracklens/request'),
    id,
    method: v.picklist(['GET', 'POST', 'PUT']),
    path: v.pipe(v.string(), v.maxLength(4000), v.startsWith('/')),
    query: v.pipe(v.array(v.tuple([v.string(), v.string()])), v.maxLength(10_000)),
    contentType: v.nullable(v.pipe(v.string(), v.maxLength(300))),
    range: v.nullable(v.pipe(v.string(), v.regex(/^bytes=\d*-\d*$/))),
    body: v.nullable(bytes),
    experimentKey: v.nullable(v.string()),
    timeoutMillis: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000)),
    idleMillis: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000))),
  }),
  v.object({ kind: v.literal('tracklens/abort'), id }),
]);

const codes: Record<RestErrorCode, null> = {
  unauthorized: null,
  'payment-required': null,
  forbidden: null,
  'not-found': null,
  'rate-limited': null,
  invalid: null,
  server: null,
  unreachable: null,
  timeout: null,
  aborted: null,
  malformed: null,
  internal: null,
};

/** To the frame. */
export const HostMessage = v.variant('kind', [
  v.object({
    kind: v.literal('tracklens/answer'),
    id,
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    body: bytes,
  }),
  /** A file's request is still under way. */
  v.object({ kind: v.literal('tracklens/progress'), id }),
  v.object({
    kind: v.literal('tracklens/failure'),
    id,
    code: v.picklist(Object.keys(codes) as RestErrorCode[]),
    reason: v.string(),
    /** Milliseconds that the service asks to wait. */
    retryAfterMillis: v.nullish(v.number()),
  }),
]);

/** A message of the frame, checked. */
export type FrameMessage = v.InferOutput<typeof FrameMessage>;
/** A message of the host, checked. */
export type HostMessage = v.InferOutput<typeof HostMessage>;

/** One end of a channel of messages; what it carries is cloned, not shared. */
export interface MessagePortLike {
  post(message: unknown): void;
  /** Calls back on every message until the answered function is called. */
  listen(listener: (message: unknown) => void): () => void;
}

/** Bytes in the form in which a channel delivered them. */
export function viewOf(body: Uint8Array | ArrayBuffer): Uint8Array {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const { buffer, byteOffset, byteLength } = body as ArrayBufferView<ArrayBuffer>;
  return body instanceof Uint8Array ? body : new Uint8Array(buffer, byteOffset, byteLength);
}
