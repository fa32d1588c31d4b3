import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timerMillis } from './timer-millis.ts';

test('a time that timers do not accept becomes the nearest that they do', () => {
  const given = [-3.5, 0, 0.1, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY];
  const longest = 2 ** 31 - 1;
  assert.deepEqual(given.map(timerMillis), [0, 0, 1, longest, longest, longest, longest]);
});
