import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from '../client/errors.ts';
import type { SpooledRequest } from '../spool/spooled-request.ts';
import { Outage } from './outage.ts';
import { OverflowFile } from './queue-overflow.ts';
import { WriteQueue } from './write-queue.ts';

const busy = RestApiException.of({
  code: 'rate-limited',
  status: 429,
  reason: 'slow down',
  retryAfterMillis: 86_400_000,
});

/** Number of timers that keep the process running. */
const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

test('a pause for as long as the service asks keeps the process running for the first half minute only', async (t) => {
  const outage = new Outage();
  outage.begin(busy);
  const { now } = performance;
  t.mock.method(performance, 'now', () => now.call(performance) + 29_950);
  const before = timers();
  const paused = outage.pause('first');
  assert.equal(timers(), before + 1);
  await until(() => timers() === before);
  outage.endPause();
  await paused;
});

test('a pause keeps the process running while somebody waits for the queue', async () => {
  const outage = new Outage();
  outage.begin(busy);
  const before = timers();
  const paused = outage.pause('always');
  outage.letProcessEnd();
  assert.equal(timers(), before + 1);
  outage.endPause();
  await paused;
  assert.equal(timers(), before);
});

test('a queue that is on disk does not keep the process running, however long the service asks to wait', async () => {
  const requests: SpooledRequest[] = [];
  const overflow = new OverflowFile<string>({
    open: () => ({
      folder: '/spool',
      get count() {
        return requests.length;
      },
      add: (request) => requests.push(request),
      first: () => requests[0] ?? null,
      removeFirst: () => requests.shift(),
      holdFirst: () => {},
      putBackHeld: () => {},
      setHeldAside: () => '/spool.failed',
    }),
    requestOf: (_, operation) => ({
      operation,
      method: 'POST',
      path: '/log',
      query: [],
      headers: {},
      body: new Uint8Array(),
    }),
    itemsOf: () => [],
    send: () => Promise.reject(busy),
    onFailure: () => assert.fail('the disk failed'),
    onSetAside: () => assert.fail('a request was set aside'),
    afterMillis: 0,
    intervalMillis: 1,
  });
  const queue = new WriteQueue<string>({
    send: () => Promise.reject(busy),
    kindOf: () => ({ limit: 1, merges: false }),
    capacity: 1000,
    overflow,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost: () => {},
  });
  const before = timers();
  await assert.rejects(queue.add(['a'], 'log'), { code: 'rate-limited' });
  await until(() => requests.length === 1);
  assert.equal(timers(), before);
  await queue.settled(0);
});
