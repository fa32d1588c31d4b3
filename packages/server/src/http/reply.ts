import type { ServiceError } from '../errors/service-error.ts';
import { type SliceQueue, sliceMillis } from '../store/database/slice-queue.ts';

// Clients of this protocol reject any other spelling, `application/json;charset=utf-8` included.
const json = { 'content-type': 'application/json' } as const;

/** Returns a JSON response for a text or bytes that are already serialized. */
function readyJson(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { status: 200, headers: json });
}

/** Size at which a slice of a streamed response is complete. One chunk may exceed it. */
const sliceBytes = 64 * 1024;

const encoder = new TextEncoder();

/** Generates the next slice of a streamed response, limited by time and size; `done` at the end. */
async function nextSlice(pieces: AsyncGenerator<ResponsePiece>): Promise<{ bytes: Uint8Array; done: boolean }> {
  const made: Uint8Array[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') made.push(encoder.encode(text));
    text = '';
  };
  const start = performance.now();
  let size = 0;
  let done = false;
  while (!done && size < sliceBytes && performance.now() - start < sliceMillis) {
    const next = await pieces.next();
    done = next.done === true;
    if (next.done) continue;
    size += next.value.length;
    if (typeof next.value === 'string') text += next.value;
    else {
      flush();
      made.push(next.value);
    }
  }
  flush();
  return { bytes: made.length === 1 ? made[0]! : Buffer.concat(made), done };
}

/**
 * Returns a response that is sent as it is generated. Without its header, the adapter first reads the start of the
 * body: it would send the incomplete body of a short stream that fails, and miss a client that disconnects meanwhile.
 */
export function chunkedReply(body: ReadableStream<Uint8Array>, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { ...headers, 'transfer-encoding': 'chunked' } });
}

/** Chunk of a response, as a string or bytes. */
export type ResponsePiece = string | Uint8Array;

/** Returns a JSON response of any size, generated from chunks of one JSON text in order; see `streamed`. */
export function streamedJson(queue: SliceQueue, pieces: AsyncGenerator<ResponsePiece>): Promise<Response> {
  return streamed(queue, pieces, json['content-type']);
}

/**
 * Returns a response of any size, generated while it is sent. Memory contains one slice: the next is generated
 * when the client has read the one before, and generation stops when the client disconnects. An error in the first
 * slice becomes an error response. After that the status has been sent, so an error breaks the connection, and no
 * client takes the response as complete.
 *
 * @param pieces chunks of the response in order; small ones are sent together.
 */
export async function streamed(
  queue: SliceQueue,
  pieces: AsyncGenerator<ResponsePiece>,
  contentType: string,
): Promise<Response> {
  const headers = { 'content-type': contentType };
  const first = await queue.run(() => nextSlice(pieces));
  if (first.done) return new Response(new Uint8Array(first.bytes), { headers });
  let ready: typeof first | null = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let slice = ready ?? (await queue.run(() => nextSlice(pieces)));
        ready = null;
        // An empty chunk would not complete this pull.
        while (slice.bytes.byteLength === 0 && !slice.done) slice = await queue.run(() => nextSlice(pieces));
        if (slice.bytes.byteLength > 0) controller.enqueue(slice.bytes);
        if (slice.done) controller.close();
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    // Nothing is generated ahead, so that an error always has a reader and the adapter breaks the connection.
    { highWaterMark: 0 },
  );
  return chunkedReply(body, headers);
}

/** Yields the chunks of a JSON list, with a text before and after it. */
export async function* listPieces(
  before: string,
  batches: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
  after: string,
): AsyncGenerator<ResponsePiece> {
  let separator = `${before}[`;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}]${after}`;
}

/** Records that are serialized between two checks of the time limit. */
const recordsPerBatch = 200;

/** Converts rows to records, in batches. */
export function* inBatches<Row, Entry>(rows: readonly Row[], entryOf: (row: Row) => Entry): Generator<Entry[]> {
  for (let from = 0; from < rows.length; from += recordsPerBatch) {
    yield rows.slice(from, from + recordsPerBatch).map(entryOf);
  }
}

/** Returns a JSON response. */
export function jsonReply(value: unknown): Response {
  return readyJson(JSON.stringify(value));
}

/** Returns the body of an error response. */
export function errorBody(error: ServiceError): { msg: string; code: number; data: unknown; sdk_error_code: number } {
  return { msg: error.message, code: error.status, data: error.data, sdk_error_code: error.sdkErrorCode };
}

/** Returns the response for an error. */
export function errorReply(error: ServiceError, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: { ...json, ...error.headers, ...headers },
  });
}
