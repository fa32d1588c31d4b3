import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeText } from './size-text.ts';

for (const [bytes, text] of [
  [Number.NaN, '0 bytes'],
  [-1, '0 bytes'],
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1500, '1.5 kB'],
  [12_345, '12.3 kB'],
  [99_949, '99.9 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_600, '1 MB'],
  [999_999_999, '1 GB'],
  [2 ** 62, '4612 PB'],
] as const) {
  test(`${bytes} bytes are ${text}`, () => assert.equal(sizeText(bytes), text));
}
