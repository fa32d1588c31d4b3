import { ServiceError, sdkErrorCode } from './errors.ts';

// Clients of this wire refuse any other spelling, `application/json;charset=utf-8` included.
const json = { 'content-type': 'application/json' } as const;

/** A JSON answer whose text or bytes are ready. */
export function readyJson(body: string | Uint8Array<ArrayBuffer>, status = 200): Response {
  return new Response(body, { status, headers: json });
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
