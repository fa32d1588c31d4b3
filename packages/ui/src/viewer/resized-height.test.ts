import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedHeight, heightAfterKey } from './resized-height.ts';

test('keys change the height in steps, within the range that an output can store', () => {
  const cases: readonly (readonly [key: string, height: number, expected: number | null])[] = [
    ['ArrowDown', 400, 424],
    ['ArrowUp', 400, 376],
    ['PageDown', 400, 520],
    ['PageUp', 400, 280],
    ['Home', 400, 100],
    ['ArrowUp', 110, 100],
    ['PageDown', 4990, 5000],
    ['ArrowDown', 400.6, 425],
    ['Tab', 400, null],
    ['constructor', 400, null],
  ];
  for (const [key, height, expected] of cases)
    assert.equal(heightAfterKey(key, height), expected, `${key} at ${height}`);
  assert.deepEqual([3, 99.6, 250.4, 9000].map(allowedHeight), [100, 100, 250, 5000]);
});
