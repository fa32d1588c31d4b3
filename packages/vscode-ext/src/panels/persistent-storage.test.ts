import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento } from 'vscode';
import { readToHost, readToPage, storedNameLimit, storedTextLimit } from './panel-messages.ts';
import { PersistentStorage } from './persistent-storage.ts';
import { storageBridge } from './storage-bridge.ts';

/** Returns a test double of the editor's storage that can be made to fail. */
function memento() {
  const values = new Map<string, unknown>();
  const store = {
    full: false,
    values,
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    async update(key: string, value: unknown) {
      if (store.full) throw new Error('full');
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    },
  };
  return store;
}

/** Connects a page and its host; every message is validated as in the editor. */
function joined(store = memento()) {
  const storage = new PersistentStorage(store as unknown as Memento);
  const messages: unknown[] = [];
  const page = storageBridge((message) => {
    messages.push(message);
    const read = readToHost(structuredClone(message));
    if (read?.type !== 'readStored' && read?.type !== 'store') return;
    void storage.respond(read).then((response) => {
      const received = readToPage(structuredClone(response));
      if (received?.type === 'stored') page.receive(received);
    });
  });
  return { store, messages, storage: page.storage };
}

test('a text is stored under its name until it is deleted', async () => {
  const { storage, store } = joined();
  assert.equal(await storage.read('views'), null);
  await Promise.all([storage.write('views', 'one'), storage.write('other', 'two')]);
  assert.deepEqual(await Promise.all([storage.read('other'), storage.read('views')]), ['two', 'one']);
  await storage.write('views', null);
  assert.equal(await storage.read('views'), null);
  assert.deepEqual(store.keys(), ['tracklens.kept other']);
});

test('a text that the host would reject is rejected before it is sent', async () => {
  const { storage, messages } = joined();
  await assert.rejects(storage.write('views', 'x'.repeat(storedTextLimit + 1)), /too long/);
  await assert.rejects(storage.write('n'.repeat(storedNameLimit + 1), 'x'), /too long/);
  assert.equal(await storage.read('n'.repeat(storedNameLimit + 1)), null);
  assert.deepEqual(messages, []);
  await storage.write('n'.repeat(storedNameLimit), 'x'.repeat(storedTextLimit));
});

test('a store that fails is reported to have failed', async () => {
  const { storage, store } = joined();
  store.full = true;
  await assert.rejects(storage.write('views', 'one'), /could not store/);
});

test('invalid values in the storage are ignored', async () => {
  const { storage, store } = joined();
  store.values.set('tracklens.kept views', { text: 1 });
  assert.equal(await storage.read('views'), null);
  store.values.set('tracklens.kept views', 'x'.repeat(storedTextLimit + 1));
  assert.equal(await storage.read('views'), null);
  store.values.set('tracklens.starred demo', 'key');
  assert.equal(await storage.read('../tracklens.starred demo'), null);
});

test('the number of texts is limited, and stored ones can still be changed', async () => {
  const { storage } = joined();
  for (let nth = 0; nth < 500; nth++) await storage.write(`project ${nth}`, 'x');
  await assert.rejects(storage.write('one more', 'x'), /could not store/);
  await storage.write('project 7', 'y');
  await storage.write('project 8', null);
  await storage.write('one more', 'x');
});
