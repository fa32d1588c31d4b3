import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IStateDB } from '@jupyterlab/statedb';
import { persistentStorage, storedTextLimit } from './persistent-storage.ts';

function stateDb(values = new Map<string, unknown>()) {
  const state = {
    fetch: async (key: string) => values.get(key),
    save: async (key: string, value: unknown) => void values.set(key, value),
    remove: async (key: string) => void values.delete(key),
  };
  return { values, keep: persistentStorage(state as unknown as IStateDB) };
}

test('a text is kept under its name in the workspace until it is forgotten', async () => {
  const { keep, values } = stateDb();
  assert.equal(await keep.read('views'), null);
  await keep.write('views', '[]');
  assert.equal(await keep.read('views'), '[]');
  assert.deepEqual([...values.keys()], ['tracklens:kept:views']);
  await keep.write('views', null);
  assert.equal(values.size, 0);
});

test('a text too long for the workspace is rejected, and one that is there is nothing', async () => {
  const long = 'x'.repeat(storedTextLimit + 1);
  const { keep, values } = stateDb(new Map([['tracklens:kept:views', long]]));
  await assert.rejects(keep.write('other', long), /too long/);
  assert.equal(await keep.read('views'), null);
  assert.equal(values.has('tracklens:kept:other'), false);
});

test('what is no text is nothing', async () => {
  const { keep } = stateDb(new Map([['tracklens:kept:views', { script: true }]]));
  assert.equal(await keep.read('views'), null);
});
