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
  return { values, storage: persistentStorage(state as unknown as IStateDB) };
}

test('a text is stored in the workspace under its name until it is deleted', async () => {
  const { storage, values } = stateDb();
  assert.equal(await storage.read('views'), null);
  await storage.write('views', '[]');
  assert.equal(await storage.read('views'), '[]');
  assert.deepEqual([...values.keys()], ['tracklens:storage:views']);
  await storage.write('views', null);
  assert.equal(values.size, 0);
});

test('a text too long for the workspace is rejected, and a stored one is ignored', async () => {
  const long = 'x'.repeat(storedTextLimit + 1);
  const { storage, values } = stateDb(new Map([['tracklens:storage:views', long]]));
  await assert.rejects(storage.write('other', long), /too long/);
  assert.equal(await storage.read('views'), null);
  assert.equal(values.has('tracklens:storage:other'), false);
});

test('a stored value that is not a text is ignored', async () => {
  const { storage } = stateDb(new Map([['tracklens:storage:views', { script: true }]]));
  assert.equal(await storage.read('views'), null);
});
