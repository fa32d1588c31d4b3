import * as v from 'valibot';
import { columnsAccept } from '../contract/index.ts';
import type { RestErrorCode } from './errors.ts';

/*
 * Messages between a frame and the host process that has the API key. There are seven kinds, validated on both sides.
 * A frame requests by method, path and fields. The only headers it can set are the content type, a range and the form
 * of points.
 */

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const bytes = v.custom<Uint8Array>(
  (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
  'expected bytes',
);

/** Schema of the messages from the frame to the host. */
export const FrameMessage = v.variant('kind', [
  v.object({
    kind: v.literal('tracklens/request'),
    id,
    method: v.picklist(['GET', 'POST', 'PUT']),
    path: v.pipe(v.string(), v.maxLength(4000), v.startsWith('/')),
    query: v.pipe(v.array(v.tuple([v.string(), v.string()])), v.maxLength(10_000)),
    contentType: v.nullable(v.pipe(v.string(), v.maxLength(300))),
    range: v.nullable(v.pipe(v.string(), v.regex(/^bytes=\d*-\d*$/))),
    accept: v.nullable(v.literal(columnsAccept)),
    body: v.nullable(bytes),
    experimentKey: v.nullable(v.string()),
    timeoutMillis: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000)),
    idleMillis: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000))),
  }),
  v.object({ kind: v.literal('tracklens/abort'), id }),
  /** The frame has read a piece of the body. */
  v.object({ kind: v.literal('tracklens/taken'), id }),
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

/** Schema of the messages from the host to the frame. */
export const HostMessage = v.variant('kind', [
  v.object({
    kind: v.literal('tracklens/answer'),
    id,
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    /** First piece of the body. */
    body: bytes,
    more: v.boolean(),
  }),
  /** Further piece of the body. */
  v.object({ kind: v.literal('tracklens/piece'), id, body: bytes, more: v.boolean() }),
  /** The request of a file is still in progress. */
  v.object({ kind: v.literal('tracklens/progress'), id }),
  /** The request has failed, or the rest of its body. */
  v.object({
    kind: v.literal('tracklens/failure'),
    id,
    code: v.picklist(Object.keys(codes) as RestErrorCode[]),
    reason: v.string(),
    remedy: v.string(),
    /** Delay in milliseconds that the service requests before a retry. */
    retryAfterMillis: v.nullable(v.number()),
  }),
]);

/** Validated message from the frame. */
export type FrameMessage = v.InferOutput<typeof FrameMessage>;
/** Validated message from the host. */
export type HostMessage = v.InferOutput<typeof HostMessage>;

/** Number of pieces of a body that the host sends before the frame has read the first of them. */
export const unreadPieces = 4;

/** One end of a message channel. Messages are cloned, not shared. */
export interface MessagePortLike {
  /** Sends a message to the other side. */
  post(message: unknown): void;
  /** Calls the listener on every message until the returned function is called. */
  listen(listener: (message: unknown) => void): () => void;
}

/** Returns a `Uint8Array` view of bytes in either form that a channel delivers. */
export function viewOf(body: Uint8Array | ArrayBuffer): Uint8Array {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const { buffer, byteOffset, byteLength } = body as ArrayBufferView<ArrayBuffer>;
  return body instanceof Uint8Array ? body : new Uint8Array(buffer, byteOffset, byteLength);
}
