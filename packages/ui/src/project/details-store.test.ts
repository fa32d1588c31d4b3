import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Summary } from '../source/records.ts';
import type { MetricOverview, ViewSource } from '../source/view-source.ts';
import { DetailsStore } from './details-store.ts';

/** Creates a source whose responses the test resolves one at a time. */
function heldSource() {
  const asked: string[] = [];
  const waiting = new Map<string, { give(): void; fail(error: unknown): void }>();
  const source = {
    details: (key: string) =>
      new Promise((resolve, reject) => {
        asked.push(key);
        waiting.set(key, {
          give: () => resolve({ tags: [key], metrics: [], parameters: [] }),
          fail: reject,
        });
      }),
  } as unknown as ViewSource;
  return { source, asked, waiting };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

test('a few experiments are read concurrently, each once', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(keys(20));
  assert.equal(asked.length, 6);
  store.request(keys(20));
  assert.equal(asked.length, 6);
  waiting.get('k0')?.give();
  await settled();
  assert.deepEqual(asked.slice(6), ['k6']);
  assert.equal(store.waiting, 19);
  store.dispose();
});

test('a load ends when all experiments are read or have failed, whatever else is requested meanwhile', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  let ended = false;
  const loaded = store.load(['a', 'b', 'c']).then(() => {
    ended = true;
  });
  store.request(['d']);
  assert.deepEqual(asked, ['a', 'b', 'c', 'd']);
  waiting.get('a')?.give();
  waiting.get('b')?.give();
  const notified = new Promise<void>((resolve) => store.subscribe(resolve));
  await notified;
  assert.equal(ended, false);
  waiting.get('c')?.fail({ code: 'not-found' });
  await loaded;
  assert.deepEqual([...store.details.keys()], ['a', 'b']);
  await store.load(['a']);
  store.dispose();
});

test('a load ends with the store', async () => {
  const { source } = heldSource();
  const store = new DetailsStore(source, null);
  const loaded = store.load(['a', 'b']);
  store.dispose();
  await loaded;
});

test('a load fails with a failure that affects all reads', async () => {
  const { source, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  const loaded = store.load(keys(20));
  waiting.get('k0')?.give();
  waiting.get('k1')?.fail({ code: 'rate-limited', retryAfterMillis: 60_000 });
  await assert.rejects(loaded, { kind: 'rate-limited' });
  store.dispose();
});

test('a load of more experiments than are read at the same time survives another request', async () => {
  const { source, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  const loaded = store.load(keys(10));
  store.request(['other']);
  for (let at = 0; at < 10; at++) {
    waiting.get(`k${at}`)?.give();
    await settled();
  }
  await loaded;
  assert.equal(store.details.size, 10);
  store.dispose();
});

test('rows that become visible are read next', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(keys(20));
  store.prioritize(['k18', 'k2', 'k900']);
  waiting.get('k0')?.give();
  waiting.get('k1')?.give();
  await settled();
  assert.deepEqual(asked.slice(6), ['k18', 'k900']);
  store.dispose();
});

test('details that arrive after those of another row were shown are kept', async () => {
  const { source, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['a', 'b']);
  const shown = new Promise<void>((resolve) => store.subscribe(resolve));
  // The read of `b` has begun when the details of `a` are shown.
  await settled();
  waiting.get('a')?.give();
  await shown;
  waiting.get('b')?.give();
  await settled();
  assert.deepEqual([...store.details.keys()], ['a', 'b']);
  assert.equal(store.waiting, 0);
  store.dispose();
});

test('loaded details are read again only after a change', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['a', 'b']);
  waiting.get('a')?.give();
  waiting.get('b')?.give();
  await settled();
  store.request(['a', 'b'], new Set(['b']));
  assert.deepEqual(asked, ['a', 'b', 'b']);
  store.dispose();
});

test('an experiment that changes while it is read, or before it is read again, is read once more', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['a', ...keys(7)]);
  store.request(['a', ...keys(7)], new Set(['a']));
  store.request(['a', ...keys(7)]);
  for (let round = 0; round < 3; round++) {
    for (const { give } of waiting.values()) give();
    await settled();
  }
  assert.deepEqual(asked.toSorted(), ['a', 'a', ...keys(7)]);
  store.request(['a', ...keys(7)], new Set(keys(7)));
  assert.deepEqual(asked.slice(9), keys(6));
  store.request(['a', ...keys(7)]);
  for (const { give } of waiting.values()) give();
  await settled();
  assert.deepEqual(asked.slice(9), keys(7));
  store.dispose();
});

test('an experiment that is deleted while it is read is not read again', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['a', 'b']);
  store.request(['a', 'b'], new Set(['a']));
  store.request(['b']);
  waiting.get('a')?.give();
  await settled();
  assert.deepEqual(asked, ['a', 'b']);
  store.dispose();
});

test('if the service is unreachable, no further experiment is read', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(keys(20));
  waiting.get('k0')?.fail({ code: 'unreachable' });
  await settled();
  assert.equal(asked.length, 6);
  assert.equal(store.failure?.kind, 'unreachable');
  store.dispose();
});

test('failed reads are repeated automatically with backoff until they succeed', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(keys(8));
  for (const key of keys(6)) waiting.get(key)?.fail({ code: 'unreachable' });
  await settled();
  assert.equal(store.failure?.kind, 'unreachable');
  context.mock.timers.tick(1999);
  assert.equal(asked.length, 6);
  context.mock.timers.tick(1);
  assert.deepEqual(asked.slice(6), keys(6));
  for (const key of keys(6)) waiting.get(key)?.fail({ code: 'unreachable' });
  await settled();
  context.mock.timers.tick(3999);
  assert.equal(asked.length, 12);
  context.mock.timers.tick(1);
  assert.equal(asked.length, 18);
  for (let round = 0; round < 2; round++) {
    for (const { give } of waiting.values()) give();
    await settled();
  }
  assert.deepEqual([store.failure, store.waiting, asked.length], [null, 0, 20]);
  store.dispose();
});

test('a rate limit is respected, except for reads that the user starts', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['a']);
  waiting.get('a')?.fail({ code: 'rate-limited', retryAfterMillis: 60_000 });
  await settled();
  store.request(['a', 'b']);
  context.mock.timers.tick(59_999);
  assert.deepEqual(asked, ['a']);
  context.mock.timers.tick(1);
  assert.deepEqual(asked, ['a', 'a', 'b']);
  waiting.get('a')?.fail({ code: 'rate-limited', retryAfterMillis: 60_000 });
  await settled();
  store.retry();
  assert.deepEqual(asked, ['a', 'a', 'b', 'a']);
  store.dispose();
});

test('one experiment that cannot be read is reported and does not stop the others', async () => {
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(keys(8));
  waiting.get('k0')?.fail({ code: 'server' });
  waiting.get('k1')?.give();
  await settled();
  assert.deepEqual([store.failure?.kind, asked.slice(6)], ['server', ['k6', 'k7']]);
  store.dispose();
});

test('the failure of an experiment is reported until it is read or no longer requested', async () => {
  const { source, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  store.request(['gone', 'b']);
  waiting.get('gone')?.give();
  waiting.get('b')?.give();
  await settled();
  store.request(['gone', 'b'], new Set(['gone']));
  waiting.get('gone')?.fail({ code: 'not-found' });
  await settled();
  assert.equal(store.failure?.kind, 'not-found');
  store.request(['gone', 'b']);
  assert.equal(store.failure?.kind, 'not-found');
  const shown = new Promise<void>((resolve) => store.subscribe(resolve));
  store.request(['b']);
  assert.equal(store.failure, null);
  await shown;
  store.dispose();
});

test('without a connection the snapshot is used', async () => {
  const { source, waiting } = heldSource();
  const store = new DetailsStore(null, source);
  store.request(['a']);
  waiting.get('a')?.give();
  await new Promise<void>((resolve) => store.subscribe(resolve));
  assert.deepEqual(store.details.get('a')?.tags, ['a']);
  store.dispose();
});

const list = { workspace: 'w', projectName: 'p' };
const ends = (value: number): MetricOverview => new Map([['loss', { current: value, min: value, max: value }]]);

/** Creates a source with an `overview` request that returns `answer()` and counts its calls. */
function reportingSource(answer: () => Promise<ReadonlyMap<string, MetricOverview> | null>) {
  const asked = { overviews: 0, byItself: [] as string[] };
  const source = {
    overview: () => {
      asked.overviews++;
      return answer();
    },
    async details(key: string, _signal: AbortSignal, known?: Promise<readonly Summary[] | undefined>) {
      const metrics = await known;
      if (!metrics) asked.byItself.push(key);
      return { tags: [], parameters: [], metrics: metrics ?? [{ name: 'loss', valueCurrent: 'by itself' }] };
    },
  } as unknown as ViewSource;
  return { source, asked };
}
const reported = (reportedKeys: readonly string[], value: number) => async () =>
  new Map(reportedKeys.map((key) => [key, ends(value)]));
/** Waits until nothing is left to read. */
async function read(store: DetailsStore): Promise<void> {
  do await new Promise<void>((resolve) => store.subscribe(resolve));
  while (store.waiting > 0);
}
const lossOf = (store: DetailsStore, key: string) => ({
  reported: store.metrics.get(key)?.get('loss')?.current,
  details: store.details.get(key)?.metrics[0]?.valueCurrent,
});

test('the metrics of all experiments are read in one call', async () => {
  const { source, asked } = reportingSource(reported(keys(20), 0.5));
  const store = new DetailsStore(source, null, list);
  store.request(keys(10));
  await read(store);
  assert.deepEqual(asked, { overviews: 1, byItself: [] });
  assert.deepEqual(lossOf(store, 'k3'), { reported: 0.5, details: '0.5' });
  assert.deepEqual(lossOf(store, 'k15'), { reported: 0.5, details: undefined });
  store.prioritize(['k15']);
  await read(store);
  assert.deepEqual(asked, { overviews: 1, byItself: [] });
  store.dispose();
});

test('few changed experiments are read one by one, many in one call, and unchanged ones remain the same objects', async () => {
  let value = 1;
  const { source, asked } = reportingSource(() => reported(keys(20), value)());
  const store = new DetailsStore(source, null, list);
  store.request(keys(20));
  await read(store);
  const before = store.metrics.get('k19');
  value = 2;
  store.request(keys(20), new Set(['k0']));
  await read(store);
  assert.deepEqual(asked, { overviews: 1, byItself: ['k0'] });
  assert.deepEqual(lossOf(store, 'k0'), { reported: undefined, details: 'by itself' });
  store.request(keys(20), new Set(keys(10)));
  await read(store);
  assert.deepEqual(asked, { overviews: 2, byItself: ['k0'] });
  assert.deepEqual(lossOf(store, 'k0'), { reported: 2, details: '2' });
  assert.deepEqual(lossOf(store, 'k9'), { reported: 2, details: '2' });
  assert.equal(store.metrics.get('k19'), before);
  store.dispose();
});

test('experiments that change while the metrics of all are read are read one by one afterwards', async () => {
  let answer = () => {};
  const { source, asked } = reportingSource(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(new Map(keys(20).map((key) => [key, ends(1)])));
      }),
  );
  const store = new DetailsStore(source, null, list);
  for (const changed of [undefined, new Set(keys(10))]) {
    store.request(keys(20), changed);
    store.request(keys(20), new Set(['k0', 'k9']));
    answer();
    await read(store);
    assert.deepEqual(new Set(asked.byItself), new Set(['k0', 'k9']));
    assert.deepEqual(lossOf(store, 'k0'), { reported: undefined, details: 'by itself' });
    assert.deepEqual(lossOf(store, 'k1'), { reported: 1, details: '1' });
  }
  assert.equal(asked.overviews, 2);
  store.dispose();
});

for (const [how, answer, calls] of [
  ['has no such call', async () => null, 1],
  ['fails in it', () => Promise.reject(new Error('500')), 2],
] as const) {
  test(`from a service that ${how} each experiment is read separately`, async () => {
    const { source, asked } = reportingSource(answer);
    const store = new DetailsStore(source, null, list);
    store.request(keys(10));
    await read(store);
    assert.deepEqual(asked.byItself, keys(10));
    store.request(keys(20));
    await read(store);
    assert.deepEqual(asked, { overviews: calls, byItself: keys(20) });
    store.dispose();
  });
}

test('after scrolling only the visible rows are read', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { source, asked, waiting } = heldSource();
  const store = new DetailsStore(source, null);
  const answered = new Set<string>();
  const answerAll = async () => {
    for (const [key, { give }] of waiting) if (!answered.has(key)) give();
    for (const key of waiting.keys()) answered.add(key);
    await settled();
  };
  for (let first = 0; first < 1000; first += 10) {
    store.prioritize(keys(first + 10).slice(first));
    await answerAll();
    context.mock.timers.tick(16);
  }
  while (asked.length > answered.size) await answerAll();
  context.mock.timers.tick(200);
  while (asked.length > answered.size) await answerAll();
  assert.deepEqual(new Set(asked.slice(-10)), new Set(keys(1000).slice(-10)), 'the visible rows are read');
  assert.ok(asked.length < 300, `${asked.length} of 1000 were read`);
  store.dispose();
});
