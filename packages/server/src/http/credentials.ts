import { timingSafeEqual } from 'node:crypto';

/**
 * Returns the key in a request's headers: the value of `Authorization`, which the SDKs send without a scheme and some
 * users of other clients with `Bearer`, or the header that the Java client uses. Null when there is none.
 */
export function keyOfHeaders(headers: Headers): string | null {
  const authorization = headers
    .get('authorization')
    ?.replace(/^\s*Bearer\s+/i, '')
    .trim();
  return authorization || headers.get('comet-sdk-api')?.trim() || null;
}

/**
 * Returns the key in the query of a logging request, where Python SDKs before 3.44 send it for uploads. Null when
 * there is none.
 */
export function keyOfQuery(search: string): string | null {
  return search.includes('apiKey=') ? new URLSearchParams(search).get('apiKey') || null : null;
}

/** Returns the key in the body of a logging request. Null when there is none. */
export function keyOfBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const key = fields.apiKey ?? fields.api_key;
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Returns whether a key is the service's own. */
export type KeyCheck = (key: string | null) => boolean;

/** Creates the check for a key. Its time does not depend on the position at which two keys differ. */
export function keyCheck(apiKey: string): KeyCheck {
  const expected = Buffer.from(apiKey);
  return (key) => {
    if (key === null) return false;
    const bytes = Buffer.from(key);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
}
