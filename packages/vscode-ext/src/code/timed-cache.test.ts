import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimedCache } from './timed-cache.ts';

const never = new AbortController().signal;
const failing = async () => {
  throw new Error('no');
};

test('a value is read once, at the same time and afterwards', async () => {
  const cache = new TimedCache({ millis: 60_000, size: 10 });
  let reads = 0;
  const read = async () => ++reads;
  assert.deepEqual(await Promise.all([cache.get('a', never, read), cache.get('a', never, read)]), [1, 1]);
  assert.equal(await cache.get('a', never, read), 1);
  cache.clear();
  assert.equal(await cache.get('a', never, read), 2);
});

test('an old value, a failed read and a dropped value are read again', async () => {
  const old = new TimedCache({ millis: 0, size: 10 });
  assert.equal(await old.get('a', never, async () => 1), 1);
  assert.equal(await old.get('a', never, async () => 2), 2);
  const cache = new TimedCache({ millis: 60_000, size: 1 });
  await assert.rejects(cache.get('a', never, failing), /no/);
  assert.equal(await cache.get('a', never, async () => 1), 1);
  assert.equal(await cache.get('b', never, async () => 2), 2);
  assert.equal(await cache.get('a', never, async () => 3), 3);
});

test('a read that another caller cancelled is repeated once for all that wait', async () => {
  const cache = new TimedCache({ millis: 60_000, size: 10 });
  const other = new AbortController();
  const cancelled = cache.get('a', other.signal, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('cancelled');
  });
  let reads = 0;
  const values = [1, 2, 3].map(() => cache.get('a', never, async () => ++reads));
  other.abort();
  await assert.rejects(cancelled, /cancelled/);
  assert.deepEqual(await Promise.all(values), [1, 1, 1]);
});
