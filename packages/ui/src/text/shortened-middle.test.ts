import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenedMiddle } from './shortened-middle.ts';

for (const [given, length, shortened] of [
  ['loss', 4, 'loss'],
  ['train/epoch/cross-loss', 11, 'train…-loss'],
  ['train/epoch/cross-loss', 10, 'train…loss'],
  ['🚀🚀🚀🚀🚀🚀', 5, '🚀🚀…🚀🚀'],
  ['two\n lines ', 9, 'two lines'],
  ['', 5, ''],
] as const) {
  test(`${JSON.stringify(given)} in ${length} characters is ${JSON.stringify(shortened)}`, () => {
    assert.equal(shortenedMiddle(given, length), shortened);
  });
}
