import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IStateDB } from '@jupyterlab/statedb';
import { readProjectOrders, readSavedSearches, withOrder, withoutSearch, withSearch } from '@tracklens/ui/trees';
import type { ServiceStatus } from '../service/service-status.ts';
import { favoritesLoader } from './favorites-store.ts';

const functions = { readSavedSearches, readProjectOrders, withOrder, withoutSearch, withSearch };

/** State of a JupyterLab workspace, and functions that use it like a page that was just opened. */
function workspace(stars: Record<string, readonly string[]> = {}) {
  const values = new Map<string, unknown>([['tracklens:favorites', { stars }]]);
  const state = {
    fetch: async (key: string) => values.get(key),
    save: async (key: string, value: unknown) => void values.set(key, value),
  };
  const open = () => favoritesLoader(state as unknown as IStateDB, async () => functions);
  const opened = async (status: ServiceStatus) => {
    const store = await open()();
    await store.select(status);
    return store;
  };
  return {
    state,
    open,
    star: async (status: ServiceStatus, key: string) => (await opened(status)).star([key], true),
    starred: async (status: ServiceStatus) => [...(await opened(status)).starred()],
  };
}

const service = (id: string, url: string, dataFolder = ''): ServiceStatus => ({
  id,
  dataFolder,
  configured: true,
  url,
  source: 'a test',
});

test('stars of a local service survive its restart at another port', async () => {
  const { star, starred } = workspace();
  await star(service('a', 'http://127.0.0.1:4001', '/home/ada/.tracklens'), 'first');
  const restarted = 'http://127.0.0.1:4002';
  assert.deepEqual(await starred(service('a', restarted, '/home/ada/.tracklens')), ['first']);
  assert.deepEqual(await starred(service('configured', restarted, '/home/ada/.tracklens')), ['first']);
});

test('stars of another service are not shown, also at a port that a local service had before', async () => {
  const { star, starred } = workspace();
  const local = service('a', 'http://127.0.0.1:4001', '/home/ada/.tracklens');
  await star(local, 'first');
  await star(service('b', 'https://team.example'), 'second');
  assert.deepEqual(await starred(service('c', 'http://127.0.0.1:4001', '/home/ada/.tracklens-demo')), []);
  assert.deepEqual(await starred(service('d', 'http://127.0.0.1:4001')), []);
  assert.deepEqual(await starred(service('e', 'https://team.example')), ['second']);
  assert.deepEqual(await starred(local), ['first']);
});

test('stars that were stored under the address of a local service are taken over once', async () => {
  const url = 'http://127.0.0.1:4001';
  const { star, starred } = workspace({ [url]: ['first'], 'http://127.0.0.1:4000': ['other'] });
  const local = service('a', url, '/home/ada/.tracklens');
  assert.deepEqual(await starred(local), ['first']);
  await star(local, 'second');
  assert.deepEqual(await starred(service('a', 'http://127.0.0.1:4002', '/home/ada/.tracklens')), ['first', 'second']);
  const signedIn = service('b', url);
  await star(signedIn, 'third');
  assert.deepEqual(await starred(local), ['first', 'second']);
  assert.deepEqual(await starred(signedIn), ['first', 'third']);
});

test('a search that is saved before the trees are shown keeps stars, searches and orders', async () => {
  const { open, star, starred } = workspace();
  const status = service('a', 'https://team.example');
  const search = (name: string) => ({ name, workspace: 'ada', projectName: 'digits', query: 'Tag("best")' });
  const order = { workspace: 'ada', projectName: 'digits', order: { by: 'name' } as const };
  await star(status, 'first');
  const before = await open()();
  await before.saveSearch(search('first'));
  await before.setOrder(order);
  const store = await open()();
  await store.saveSearch(search('second'));
  const after = await open()();
  assert.deepEqual(after.searches(), [search('first'), search('second')]);
  assert.deepEqual(after.orders(), [order]);
  assert.deepEqual(await starred(status), ['first']);
});

test('the trees and the commands use the same favorites', async () => {
  const load = workspace().open();
  assert.equal(await load(), await load());
});

test('favorites that cannot be read are not replaced, and are read again by the next command', async () => {
  const { state, open, star } = workspace();
  await star(service('a', 'https://team.example'), 'first');
  const load = open();
  const { fetch } = state;
  state.fetch = () => Promise.reject(new Error('The state cannot be read.'));
  await assert.rejects(load(), /cannot be read/);
  state.fetch = fetch;
  const store = await load();
  await store.select(service('a', 'https://team.example'));
  assert.deepEqual([...store.starred()], ['first']);
});
