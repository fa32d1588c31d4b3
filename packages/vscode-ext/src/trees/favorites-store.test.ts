import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Memento, SecretStorage } from 'vscode';
import type { ConnectionsOptions } from '../connection/connections.ts';
import { KeyStore } from '../connection/key-store.ts';
import type { OwnServiceOptions } from '../connection/own-service.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { Connections } = require('../connection/connections.ts') as typeof import('../connection/connections.ts');
const { OwnService } = require('../connection/own-service.ts') as typeof import('../connection/own-service.ts');
const { editor, workspace } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { FavoritesStore } = require('./favorites-store.ts') as typeof import('./favorites-store.ts');

const url = 'http://127.0.0.1:1';

/** Creates the connections of a window, and returns the favorites of one of them. */
function favoritesOf(stored: Map<string, unknown>) {
  const memento = {
    get: <T>(key: string, otherwise?: T) => (stored.get(key) ?? otherwise) as T,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as Memento;
  const context = { workspaceState: memento, globalState: memento };
  const log = { info() {}, warn() {}, debug() {}, trace() {} };
  const secrets = { get: async () => 'the-key' } as unknown as SecretStorage;
  const made = (kind: 'demo' | 'local', folder: string) => {
    const profile = { id: kind, name: kind, color: 'green' } as const;
    stored.set(`tracklens.${kind}.folder`, folder);
    return new OwnService({ context, log, kind, profile, onLost() {} } as unknown as OwnServiceOptions);
  };
  const own = [made('demo', '/storage/demo'), made('local', '/home/ada/.tracklens')];
  const keys = new KeyStore(secrets);
  const connections = new Connections({ context, log, keys, own } as unknown as ConnectionsOptions);
  return {
    connections,
    favorites: (id: string) => new FavoritesStore(memento, connections.storageKey(id)),
  };
}

test('the stars of a saved connection are the same while its service does not respond', async () => {
  const stored = new Map<string, unknown>([[`tracklens.starred ${url}`, ['aaa']]]);
  const { connections, favorites } = favoritesOf(stored);
  await assert.rejects(connections.of(url).client(), { code: 'unreachable' });
  assert.deepEqual([...favorites(url).starred()], ['aaa']);
  await favorites(url).star(['bbb'], true);
  assert.deepEqual(stored.get(`tracklens.starred ${url}`), ['aaa', 'bbb']);
  assert.deepEqual([...favorites('demo').starred()], []);
});

test('the stars of a local service belong to its data folder, not to a port', async () => {
  const stored = new Map<string, unknown>();
  await favoritesOf(stored).favorites('local').star(['aaa'], true);
  assert.deepEqual([...favoritesOf(stored).favorites('local').starred()], ['aaa']);
  assert.deepEqual(stored.get('tracklens.starred /home/ada/.tracklens'), ['aaa']);
});

test('an invalid entry of the saved searches stays when another search is saved or deleted', async (t) => {
  const setting = 'tracklens.queries.saved';
  const stored = () => workspace.getConfiguration().get(setting, []);
  t.after(() => editor.set(setting, undefined));
  const invalid = { name: 'Best', workspace: 'team' };
  editor.set(setting, [invalid]);
  const favorites = favoritesOf(new Map()).favorites('demo');
  const search = { name: 'Good', workspace: 'team', projectName: 'vision', query: 'Metric("loss") < 1' };
  await favorites.saveSearch(search);
  assert.deepEqual(stored(), [search, invalid]);
  await favorites.deleteSearch(search);
  assert.deepEqual(stored(), [invalid]);
});
