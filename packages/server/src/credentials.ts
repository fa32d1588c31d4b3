import { timingSafeEqual } from 'node:crypto';

/** The key of a request's headers: raw in `Authorization`, or in the header that the Java client uses; null when neither. */
export function keyOfHeaders(headers: Headers): string | null {
  return headers.get('authorization')?.trim() || headers.get('comet-sdk-api')?.trim() || null;
}

/** The key in the query of a logging request, where Python SDKs before 3.44 put it for uploads; null when there is none. */
export function keyOfQuery(search: string): string | null {
  return search.includes('apiKey=') ? new URLSearchParams(search).get('apiKey') || null : null;
}

/** The key inside a logging request's body. */
export function keyOfBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const key = fields.apiKey ?? fields.api_key;
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Tells whether a key is the service's own. */
export type KeyCheck = (given: string | null) => boolean;

/** Makes the check of a key; it takes a time that does not depend on where two keys differ. */
export function keyCheck(apiKey: string): KeyCheck {
  const expected = Buffer.from(apiKey);
  return (given) => {
    if (given === null) return false;
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
}
