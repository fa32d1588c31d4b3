import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggledBest } from './chart-options.ts';

test('the best marker of an end is switched on, off, and over from the other end', () => {
  for (const [shown, end, expected] of [
    [null, 'min', 'min'],
    [null, 'max', 'max'],
    ['min', 'max', 'max'],
    ['max', 'min', 'min'],
    ['min', 'min', 'none'],
    ['max', 'max', 'none'],
  ] as const) {
    assert.equal(toggledBest(shown, end), expected, `${shown} ${end}`);
  }
});
