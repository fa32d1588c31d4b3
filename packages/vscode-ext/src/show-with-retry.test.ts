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

test('a window that is still being restored is asked again until the log is seen, and then no more', async () => {
  const { show, isSeen, calls } = windowThatIsRestored(3);
  assert.equal(await showWithRetry(show, isSeen, [1, 1, 1, 1]), true);
  assert.equal(calls(), 3);
});

test('a log that is never seen is given up: nobody’s focus is taken for ever', async () => {
  const { show, isSeen, calls } = windowThatIsRestored(Number.POSITIVE_INFINITY);
  assert.equal(await showWithRetry(show, isSeen, [1, 1, 1]), false);
  assert.equal(calls(), 4);
});
