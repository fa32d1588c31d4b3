import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMillis } from './retry-after.ts';

for (const [header, expected] of [
  [undefined, null],
  ['', null],
  ['7', 7000],
  ['0.5', 500],
  ['-3', 0],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 30_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', null],
] as const) {
  test(`Retry-After ${JSON.stringify(header)} asks for ${expected} ms`, () => {
    assert.equal(retryAfterMillis(header, 30_000), expected);
  });
}
