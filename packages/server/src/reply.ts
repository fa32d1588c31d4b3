import { ServiceError, sdkErrorCode } from './errors.ts';

// Clients of this wire refuse any other spelling, `application/json;charset=utf-8` included.
const json = { 'content-type': 'application/json' } as const;

/** A JSON answer whose text or bytes are ready. */
export function readyJson(body: string | Uint8Array<ArrayBuffer>, status = 200): Response {
  return new Response(body, { status, headers: json });
}

/** Below this, one piece costs less than many. */
const streamedFromBytes = 256 * 1024;

/** A JSON answer whose bytes are ready in pieces. A large one is written piece by piece, never copied into one. */
export function piecewiseJson(pieces: readonly Uint8Array[]): Response {
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (size < streamedFromBytes) return readyJson(new Uint8Array(Buffer.concat(pieces)));
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next < pieces.length) controller.enqueue(pieces[next++]!);
      else controller.close();
    },
  });
  return new Response(body, { headers: { ...json, 'content-length': String(size) } });
}

/** A JSON answer. */
export function jsonReply(value: unknown, status = 200): Response {
  return readyJson(JSON.stringify(value), status);
}

/** The answer to a refusal. */
export function errorReply(error: ServiceError): Response {
  return jsonReply(
    { msg: error.message, code: error.status, data: null, sdk_error_code: error.sdkErrorCode },
    error.status,
  );
}

/** The answer to a failure of our own: nothing of the error leaves the process. */
export function failureReply(): Response {
  return errorReply(new ServiceError(500, 'The service failed; its log says why', sdkErrorCode.none));
}
