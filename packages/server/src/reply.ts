import type { ServiceError } from './errors.ts';

// Clients of this wire refuse any other spelling, `application/json;charset=utf-8` included.
const json = { 'content-type': 'application/json' } as const;

/** A JSON answer whose text or bytes are ready. */
function readyJson(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { status: 200, headers: json });
}

/** Below this, one write costs less than several. */
const writtenBytes = 256 * 1024;
/** Pieces of this size are written as they are; smaller ones are put together first. */
const largePieceBytes = 64 * 1024;

/** How many pieces are written at once: one large piece, or small ones in a row. */
function writtenTogether(pieces: readonly Uint8Array[], from: number): number {
  let count = 0;
  for (let bytes = 0; from + count < pieces.length && bytes < writtenBytes; count++) {
    const { byteLength } = pieces[from + count]!;
    if (count > 0 && byteLength >= largePieceBytes) break;
    bytes += byteLength;
    if (byteLength >= largePieceBytes) return 1;
  }
  return count;
}

/** A JSON answer whose bytes are ready in pieces. A large one is written in several, never copied into one. */
export function piecewiseJson(pieces: readonly Uint8Array[]): Response {
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (size < writtenBytes) return readyJson(new Uint8Array(Buffer.concat(pieces)));
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next >= pieces.length) return controller.close();
      const count = writtenTogether(pieces, next);
      controller.enqueue(count === 1 ? pieces[next]! : Buffer.concat(pieces.slice(next, next + count)));
      next += count;
    },
  });
  return new Response(body, { headers: { ...json, 'content-length': String(size) } });
}

/** A JSON answer. */
export function jsonReply(value: unknown): Response {
  return readyJson(JSON.stringify(value));
}

/** What a refusal says. */
export function refusalBody(error: ServiceError): { msg: string; code: number; data: unknown; sdk_error_code: number } {
  return { msg: error.message, code: error.status, data: error.data, sdk_error_code: error.sdkErrorCode };
}

/** The answer to a refusal. */
export function errorReply(error: ServiceError): Response {
  return new Response(JSON.stringify(refusalBody(error)), {
    status: error.status,
    headers: { ...json, ...error.headers },
  });
}
