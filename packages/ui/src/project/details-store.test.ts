import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewSource } from '../source/view-source.ts';
import { detailsStore } from './details-store.ts';

/** A source whose answers a test gives one by one. */
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

test('a few experiments are read at a time, each once', async () => {
  const { source, asked, waiting } = heldSource();
  const store = detailsStore(source, null);
  store.want(keys(20));
  assert.equal(asked.length, 6);
  store.want(keys(20));
  assert.equal(asked.length, 6);
  waiting.get('k0')?.give();
  await settled();
  assert.deepEqual(asked.slice(6), ['k6']);
  assert.equal(store.waiting, 19);
  store.dispose();
});

test('what comes into sight is read next', async () => {
  const { source, asked, waiting } = heldSource();
  const store = detailsStore(source, null);
  store.want(keys(20));
  store.hurry(['k18', 'k2', 'k900']);
  waiting.get('k0')?.give();
  waiting.get('k1')?.give();
  await settled();
  assert.deepEqual(asked.slice(6), ['k18', 'k900']);
  store.dispose();
});

test('what is known is read again only when it changed', async () => {
  const { source, asked, waiting } = heldSource();
  const store = detailsStore(source, null);
  store.want(['a', 'b']);
  waiting.get('a')?.give();
  waiting.get('b')?.give();
  await settled();
  store.want(['a', 'b'], new Set(['b']));
  assert.deepEqual(asked, ['a', 'b', 'b']);
  store.dispose();
});

test('where the service cannot be reached, the others are not tried', async () => {
  const { source, asked, waiting } = heldSource();
  const store = detailsStore(source, null);
  store.want(keys(20));
  waiting.get('k0')?.fail({ code: 'unreachable' });
  await settled();
  assert.equal(asked.length, 6);
  assert.equal(store.failure?.kind, 'unreachable');
  store.dispose();
});

test('without a connection the saved copy answers', async () => {
  const { source, waiting } = heldSource();
  const store = detailsStore(null, source);
  store.want(['a']);
  waiting.get('a')?.give();
  await new Promise<void>((resolve) => store.subscribe(resolve));
  assert.deepEqual(store.details.get('a')?.tags, ['a']);
  store.dispose();
});
