import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from './errors.ts';
import { isNetworkError, isUnpackingError } from './network-error.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const fetched = (message: string, cause?: unknown) => new TypeError(message, { cause });

/** Errors as each platform throws them, recorded from Node 24, Deno 2.9, Bun 1.4, Chrome, Firefox and Safari. */
const networkErrors: readonly (readonly [what: string, error: unknown])[] = [
  ['Node: nobody listens', coded('ECONNREFUSED')],
  ['Node: several addresses, nobody listens', Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })],
  ['Node: no such host', coded('ENOTFOUND')],
  ['Node: certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['Node: not TLS', coded('ERR_SSL_WRONG_VERSION_NUMBER')],
  ['undici: broken off', coded('UND_ERR_SOCKET', 'other side closed')],
  ['undici: not HTTP', coded('HPE_INVALID_CONSTANT')],
  ['Node fetch', fetched('fetch failed', coded('ECONNREFUSED'))],
  ['Node fetch: broken off', fetched('terminated', coded('UND_ERR_SOCKET'))],
  ['Deno: no such host', fetched('fetch failed', fetched('error sending request for url (http://x/)'))],
  ['Deno: broken off', fetched('error reading a body from connection')],
  [
    'Bun: nobody listens',
    Object.assign(fetched('ECONNREFUSED: Unable to connect. Is the computer able to access the url?'), {
      code: 'ECONNREFUSED',
    }),
  ],
  ['Bun, older', coded('ConnectionRefused', 'Unable to connect. Is the computer able to access the url?')],
  ['Chrome', fetched('Failed to fetch')],
  ['Chrome: broken off', fetched('network error')],
  ['Firefox', fetched('NetworkError when attempting to fetch resource.')],
  ['Safari', fetched('Load failed')],
  ['Safari: broken off', fetched('The network connection was lost.')],
];

const others: readonly (readonly [what: string, error: unknown])[] = [
  ['a programming error', new TypeError('pool.dispatch is not a function')],
  ['a programming error about fetch', new TypeError('fetch is not a function')],
  ['a wrong argument of undici', coded('UND_ERR_INVALID_ARG')],
  ['a wrong address', fetched('Failed to parse URL from http://[/', coded('ERR_INVALID_URL'))],
  ['a file system error', coded('ENOENT')],
  ['a RangeError', new RangeError('Invalid string length')],
  ['an error that is its own cause', Object.assign(new Error('x'), { cause: null })],
  ['a text', 'fetch failed'],
  ['nothing', undefined],
];

for (const [what, error] of networkErrors) {
  test(`${what} is a network error`, () => {
    assert.ok(isNetworkError(error));
    assert.equal(RestApiException.from(error).code, 'unreachable');
  });
}

for (const [what, error] of others) {
  test(`${what} is no network error`, () => {
    assert.ok(!isNetworkError(error));
    assert.equal(RestApiException.from(error).code, 'internal');
  });
}

test('a circular chain of causes is handled', () => {
  const error = new Error('x');
  error.cause = error;
  assert.ok(!isNetworkError(error));
});

test('data that cannot be decompressed is detected, by itself and as a cause', () => {
  for (const error of [coded('Z_DATA_ERROR'), coded('ERR_BROTLI_X'), fetched('terminated', coded('Z_DATA_ERROR'))]) {
    assert.ok(isUnpackingError(error));
  }
  assert.ok(!isUnpackingError(coded('ECONNRESET')));
});
