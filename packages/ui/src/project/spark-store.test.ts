import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartData } from '@tracklens/core/display';
import type { Timer } from '../events/timer.ts';
import type { ViewSource } from '../source/view-source.ts';
import { SparkStore } from './spark-store.ts';

/** Creates a store with a source that records its requests, and a timer that the test controls. */
function surroundings() {
  const asked: { keys: readonly string[]; names: readonly string[] }[] = [];
  const answers: (() => void)[] = [];
  let failing = false;
  const source = {
    chart(keys: readonly string[], names: readonly string[]) {
      asked.push({ keys, names });
      return new Promise<ChartData>((resolve, reject) => {
        answers.push(() => {
          if (failing) return reject(new Error('away'));
          const made = (metricName: string) => ({ metricName, values: [1, 2], steps: [0, 1] });
          resolve(Object.fromEntries(keys.map((key) => [key, { metrics: names.map(made) }])));
        });
      });
    },
  } as unknown as ViewSource;
  let due: (() => void) | null = null;
  const debounce: Timer = {
    get isSet() {
      return due !== null;
    },
    set(_, callback) {
      due = callback;
    },
    clear() {
      due = null;
    },
  };
  return {
    asked,
    store: new SparkStore(source, null, debounce),
    fail: (next: boolean) => {
      failing = next;
    },
    /** Lets the debounce timer fire. */
    start() {
      due?.();
      due = null;
    },
    /** Lets the debounce timer fire and the service respond. */
    async settle() {
      due?.();
      due = null;
      answers.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

const keys = (from: number, count: number) => Array.from({ length: count }, (_, index) => `e${from + index}`);

test('the visible rows are read in one call, and rows that were scrolled past are not read', async () => {
  const { store, asked, settle } = surroundings();
  store.request(keys(0, 20), ['loss', 'acc']);
  store.request(keys(500, 20), ['loss', 'acc']);
  store.request(keys(9000, 20), ['loss', 'acc']);
  await settle();
  assert.deepEqual(asked, [{ keys: keys(9000, 20), names: ['loss', 'acc'] }]);
  assert.equal(store.spark('e9000', 'loss')?.last, 2);
  assert.equal(store.spark('e0', 'loss'), undefined);
  assert.equal(store.version, 1);
});

test('loaded sparklines are not read again unless they have changed', async () => {
  const { store, asked, settle } = surroundings();
  store.request(keys(0, 3), ['loss']);
  await settle();
  store.request(keys(0, 3), ['loss']);
  await settle();
  assert.equal(asked.length, 1);
  store.renew(['e1', 'never seen']);
  await settle();
  assert.deepEqual(asked[1]?.keys, ['e1']);
  assert.equal(store.spark('e1', 'loss')?.first, 1, 'the line it has stays');
});

test('a sparkline that changes while it is first read is read again', async () => {
  const { store, asked, start, settle } = surroundings();
  store.request(['e0'], ['loss']);
  start();
  store.renew(['e0']);
  await settle();
  await settle();
  assert.deepEqual(
    asked.map((one) => one.keys),
    [['e0'], ['e0']],
  );
});

test('without a metric nothing is read, and a failed read is repeated later', async () => {
  const { store, asked, settle, fail } = surroundings();
  store.request(keys(0, 3), []);
  await settle();
  assert.equal(asked.length, 0);
  fail(true);
  store.request(keys(0, 3), ['loss']);
  await settle();
  assert.equal(store.spark('e0', 'loss'), undefined);
  fail(false);
  await settle();
  assert.equal(asked.length, 2);
  assert.equal(store.spark('e0', 'loss')?.max, 2);
});

test('a changed sparkline whose read failed is read again', async () => {
  const { store, asked, settle, fail } = surroundings();
  store.request(keys(0, 2), ['loss']);
  await settle();
  fail(true);
  store.renew(['e1']);
  await settle();
  fail(false);
  await settle();
  assert.deepEqual(
    asked.map((one) => one.keys),
    [keys(0, 2), ['e1'], ['e1']],
  );
});

test('more rows than a call accepts are read in consecutive calls', async () => {
  const { store, asked, settle } = surroundings();
  store.request(keys(0, 90), ['loss']);
  for (let call = 0; call < 3; call++) await settle();
  assert.deepEqual(
    asked.map((one) => one.keys.length),
    [40, 40, 10],
  );
});
