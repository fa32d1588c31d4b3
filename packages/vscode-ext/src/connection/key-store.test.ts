import { cleanup } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Disposable, SecretStorage, SecretStorageChangeEvent } from 'vscode';
import type { Services } from '../services.ts';
import type { ConnectionState } from './connection.ts';
import type { ConnectionsOptions } from './connections.ts';
import { KeyStore } from './key-store.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { Connections } = require('./connections.ts') as typeof import('./connections.ts');
const { connectAgain } = require('./connect.ts') as typeof import('./connect.ts');

/** Creates the secret storage that all windows of an editor share. It can be locked, so that reads fail. */
function sharedSecrets(): SecretStorage & { isLocked: boolean } {
  const stored = new Map<string, string>();
  const listeners = new Set<(change: SecretStorageChangeEvent) => unknown>();
  const changed = (key: string) => {
    for (const listener of listeners) listener({ key });
  };
  const secrets = {
    isLocked: false,
    keys: async () => [...stored.keys()],
    async get(key: string) {
      if (secrets.isLocked) throw new Error('The keyring is locked.');
      return stored.get(key);
    },
    async store(key: string, value: string) {
      stored.set(key, value);
      changed(key);
    },
    async delete(key: string) {
      stored.delete(key);
      changed(key);
    },
    onDidChange(listener: (change: SecretStorageChangeEvent) => unknown): Disposable {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return secrets;
}

/** Starts a service that accepts one key, and counts the requests. */
async function serviceWithKey(t: TestContext, apiKey: string) {
  const service = { url: '', apiKey, requests: 0 };
  const server = createServer(({ headers }, response) => {
    service.requests++;
    response.writeHead(headers.authorization === service.apiKey ? 200 : 401).end('{"workspaceNames":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => void server.closeAllConnections());
  cleanup(t).defer(() => void server.close());
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** Creates the connections of a window. */
function windowWith(secrets: SecretStorage, url: string) {
  const memento = { get: (_: string, otherwise: unknown) => otherwise, update: async () => {} };
  const log = { info() {}, warn() {}, debug() {}, trace() {} };
  const keys = new KeyStore(secrets);
  const context = { workspaceState: memento, globalState: memento };
  const connections = new Connections({ context, log, keys, own: [] } as unknown as ConnectionsOptions);
  keys.onDidChange((changed) => void connectAgain({ connections, keys, trees: {} } as unknown as Services, changed));
  const connection = connections.of(url);
  const become = (kind: ConnectionState['kind']) =>
    new Promise<void>((resolve) => {
      const check = ({ kind: current }: ConnectionState) => current === kind && resolve();
      connection.subscribe(check);
      check(connection.state);
    });
  return { keys, connection, become };
}

test('a window follows a key that another window deletes or replaces', async (t) => {
  const service = await serviceWithKey(t, 'first-key-123');
  const secrets = sharedSecrets();
  const [one, other] = [windowWith(secrets, service.url), windowWith(secrets, service.url)];
  await one.keys.save(service.url, 'first-key-123');
  await other.connection.client();

  await one.keys.forget(service.url);
  await other.become('signed-out');
  assert.equal(service.requests, 1);

  await one.keys.save(service.url, 'second-key-12');
  await other.become('unauthorized');
  service.apiKey = 'third-key-123';
  await one.keys.save(service.url, 'third-key-123');
  await other.become('connected');
});

test('a window that cannot read a key that another one has replaced keeps its connection', async (t) => {
  const service = await serviceWithKey(t, 'first-key-123');
  const secrets = sharedSecrets();
  const [one, other] = [windowWith(secrets, service.url), windowWith(secrets, service.url)];
  await one.keys.save(service.url, 'first-key-123');
  await other.connection.client();
  secrets.isLocked = true;
  await one.keys.save(service.url, 'second-key-12');
  // A rejection that nothing handles fails the test.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(other.connection.state.kind, 'connected');
  secrets.isLocked = false;
  await one.keys.forget(service.url);
  await other.become('signed-out');
});

test('what a window changes itself does not connect it again', async (t) => {
  const service = await serviceWithKey(t, 'first-key-123');
  const { keys, connection } = windowWith(sharedSecrets(), service.url);
  await keys.save(service.url, 'first-key-123');
  await connection.client();
  const states: string[] = [];
  connection.subscribe(({ kind }) => states.push(kind));
  await keys.save(service.url, 'other-key-123');
  await keys.forget(service.url);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(states, []);
  assert.equal(service.requests, 1);
});
