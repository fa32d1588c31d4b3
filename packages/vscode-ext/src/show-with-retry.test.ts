import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showWithRetry } from './show-with-retry.ts';

/** Creates a window that ignores requests until `afterCalls` of them were made, and counts them. */
function windowThatIsRestored(afterCalls: number) {
  let calls = 0;
  return {
    show: () => void calls++,
    isSeen: () => calls >= afterCalls,
    calls: () => calls,
  };
}

test('a log that is seen at once is shown once', async () => {
  const { show, isSeen, calls } = windowThatIsRestored(1);
  assert.equal(await showWithRetry(show, isSeen, [1, 1]), true);
  assert.equal(calls(), 1);
});

test('the log is requested repeatedly until a window that is being restored shows it', async () => {
  const { show, isSeen, calls } = windowThatIsRestored(3);
  assert.equal(await showWithRetry(show, isSeen, [1, 1, 1, 1]), true);
  assert.equal(calls(), 3);
});

test('a log that never appears is given up', async () => {
  const { show, isSeen, calls } = windowThatIsRestored(Number.POSITIVE_INFINITY);
  assert.equal(await showWithRetry(show, isSeen, [1, 1, 1]), false);
  assert.equal(calls(), 4);
});
