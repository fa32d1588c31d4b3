import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Traffic } from './traffic.ts';

/** Returns the traffic of some requests, and a function that lets time pass. */
function traffic(context: TestContext, requests: readonly { readonly isPaused: boolean }[]) {
  let now = 1000;
  context.mock.method(performance, 'now', () => now);
  const moving = new Traffic();
  for (const request of requests) moving.begin(request);
  const since = now;
  return {
    moving,
    isMoving: (timeoutMillis: number) => moving.isMoving(since, timeoutMillis),
    passes: (millis: number) => {
      now += millis;
    },
  };
}

const pending = { isPaused: false };
const unread = { isPaused: true };

test('a call without a connection waits no longer than its timeout if nothing is pending', (t) => {
  for (const requests of [[], [unread]]) {
    const { isMoving, passes } = traffic(t, requests);
    passes(9999);
    assert.equal(isMoving(10_000), true);
    passes(1);
    assert.equal(isMoving(10_000), false);
    t.mock.reset();
  }
});

test('a call waits for pending responses for a minute, and further while bytes arrive', (t) => {
  const { moving, isMoving, passes } = traffic(t, [unread, pending]);
  passes(59_999);
  assert.equal(isMoving(10_000), true);
  moving.progress();
  passes(59_999);
  assert.equal(isMoving(10_000), true);
  passes(1);
  assert.equal(isMoving(10_000), false);
});

test('a long call waits for pending responses as long as for its own', (t) => {
  const { moving, isMoving, passes } = traffic(t, [pending]);
  passes(599_999);
  assert.equal(isMoving(600_000), true);
  moving.end(pending);
  assert.equal(isMoving(600_000), false);
});
