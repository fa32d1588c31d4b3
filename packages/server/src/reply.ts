import type { ServiceError } from './errors.ts';
import { type SliceQueue, sliceMillis } from './store/slice-queue.ts';

// Clients of this wire refuse any other spelling, `application/json;charset=utf-8` included.
const json = { 'content-type': 'application/json' } as const;

/** A JSON answer whose text or bytes are ready. */
function readyJson(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { status: 200, headers: json });
}

/** Bytes of a long answer that are made in one slice, unless a single piece is larger. */
const sliceBytes = 64 * 1024;

const encoder = new TextEncoder();

/** The next pieces of a long answer, some milliseconds or kilobytes of them; `done` when there are no more. */
async function nextSlice(pieces: AsyncGenerator<JsonPiece>): Promise<{ bytes: Uint8Array; done: boolean }> {
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

/** A part of a JSON text, or its UTF-8. */
export type JsonPiece = string | Uint8Array;

/**
 * A JSON answer of any size, made while it is sent: memory holds one slice of it, the next is made when the client has taken the one
 * before, and nothing more when it goes away. What fails in the first slice is refused as usual; after that the status has been sent, and
 * a failure breaks the connection, so that nobody takes the answer for whole.
 *
 * @param pieces parts of one JSON text in order; small ones are sent together.
 */
export async function streamedJson(queue: SliceQueue, pieces: AsyncGenerator<JsonPiece>): Promise<Response> {
  const first = await queue.run(() => nextSlice(pieces));
  if (first.done) return readyJson(new Uint8Array(first.bytes));
  let ready: typeof first | null = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let slice = ready ?? (await queue.run(() => nextSlice(pieces)));
        ready = null;
        // An empty piece would not be taken for an answer to this call.
        while (slice.bytes.byteLength === 0 && !slice.done) slice = await queue.run(() => nextSlice(pieces));
        if (slice.bytes.byteLength > 0) controller.enqueue(slice.bytes);
        if (slice.done) controller.close();
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    // Nothing is made ahead: then a failure always meets a reader, and the adapter breaks the connection.
    { highWaterMark: 0 },
  );
  // Without this header the adapter waits for the whole of a short stream, and sends what there was when it fails.
  return new Response(body, { headers: { ...json, 'transfer-encoding': 'chunked' } });
}

/** A list of records in pieces of JSON, with the text before and behind it. */
export async function* listPieces(
  before: string,
  batches: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
  behind: string,
): AsyncGenerator<JsonPiece> {
  let separator = `${before}[`;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}]${behind}`;
}

/** Records that are written between two looks at the clock. */
const recordsPerBatch = 200;

/** Records of rows, some at a time. */
export function* inBatches<Row, Entry>(rows: readonly Row[], entryOf: (row: Row) => Entry): Generator<Entry[]> {
  for (let from = 0; from < rows.length; from += recordsPerBatch) {
    yield rows.slice(from, from + recordsPerBatch).map(entryOf);
  }
}

/** A JSON answer. */
export function jsonReply(value: unknown): Response {
  return readyJson(JSON.stringify(value));
}

/** What a refusal says. */
export function errorBody(error: ServiceError): { msg: string; code: number; data: unknown; sdk_error_code: number } {
  return { msg: error.message, code: error.status, data: error.data, sdk_error_code: error.sdkErrorCode };
}

/** The answer to a refusal. */
export function errorReply(error: ServiceError): Response {
  return new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: { ...json, ...error.headers },
  });
}
