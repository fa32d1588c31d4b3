import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type { TreeNode } from '@tracklens/ui/trees';
import type { SecretStorage } from 'vscode';
import type { Services } from '../services.ts';
import type { ConnectionsOptions } from './connections.ts';
import { KeyStore } from './key-store.ts';

const { editor, workspace } = await import('../testing/editor-api.ts');
const { removeConnection } = await import('./connection-commands.ts');
const { Connections } = await import('./connections.ts');

/** Creates the connections of windows whose environment names a service, and connects to it. */
async function connectedWindows(t: TestContext) {
  const server = createServer((_, response) => void response.end('{"workspaceNames":[]}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => void server.closeAllConnections());
  cleanup(t).defer(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { SERVICE_API_KEY: 'the-key', SERVICE_URL_OVERRIDE: url };
  const stored = new Map<string, unknown>();
  const memento = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const open = async () => {
    const connections = new Connections({
      context: { workspaceState: memento, globalState: memento },
      log: { info() {}, warn() {}, debug() {}, trace() {} },
      // The secret storage of an editor in a browser does not see what other windows change.
      keys: new KeyStore({ get: async () => 'the-key' } as unknown as SecretStorage),
      own: [],
      trainingEnvironment: { userEnvironment: env },
    } as unknown as ConnectionsOptions);
    const connection = connections.of('environment');
    await connection.client();
    return { connections, connection };
  };
  return { url, one: await open(), other: await open() };
}

/** Resolves when a connection has a state. */
function become(connections: InstanceType<typeof Connections>, id: string, kind: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  connections.of(id).subscribe((state) => state.kind === kind && resolve());
  return promise;
}

test('while the environment is ignored, its open panels do not read from its service', async (t) => {
  const { connections, connection } = (await connectedWindows(t)).one;
  await connections.setSignedOut('environment', true);
  await assert.rejects(connection.client(), { code: 'signed-out' });
});

test('panels that wait for the environment are connected when it is no longer ignored', async (t) => {
  const { connections, connection } = (await connectedWindows(t)).one;
  await connections.setSignedOut('environment', true);
  await assert.rejects(connection.client(), { code: 'signed-out' });
  const states: string[] = [];
  const connected = new Promise<void>((resolve) => {
    connection.subscribe(({ kind }) => {
      states.push(kind);
      if (kind === 'connected') resolve();
    });
  });
  await connections.setSignedOut('environment', false);
  assert.deepEqual(states, ['idle']);
  await connected;
  await connections.setSignedOut('environment', false);
  assert.deepEqual(states, ['idle', 'connecting', 'connected']);
});

test('what a user signs out of in one window ends in the others', async (t) => {
  const { url, one, other } = await connectedWindows(t);
  for (const id of ['environment', url]) {
    await other.connections.of(id).client();
    await one.connections.setSignedOut(id, true);
    await assert.rejects(other.connections.of(id).client(), { code: 'signed-out' });
    const connected = become(other.connections, id, 'connected');
    await one.connections.setSignedOut(id, false);
    other.connections.followOtherWindows();
    await connected;
    const signedOut = become(other.connections, id, 'signed-out');
    await one.connections.setSignedOut(id, true);
    other.connections.followOtherWindows();
    await signedOut;
  }
});

test('an address in the settings that is no text is ignored', async (t) => {
  const { connections } = (await connectedWindows(t)).one;
  t.after(() => editor.set('tracklens.service.url', undefined));
  for (const value of [null, 7, ['https://team.example'], 'ftp://team.example']) {
    editor.set('tracklens.service.url', value);
    assert.equal(connections.currentId, 'environment');
  }
  editor.set('tracklens.service.url', 'https://team.example');
  assert.equal(connections.currentId, 'https://team.example');
});

test('a connection that a user removes in one window ends in the others', async (t) => {
  const { url, one, other } = await connectedWindows(t);
  editor.set('tracklens.service.connections', [{ url }]);
  t.after(() => editor.set('tracklens.service.connections', undefined));
  await other.connections.of(url).client();
  editor.answerWith('Remove');
  const keys = new KeyStore({ delete: async () => {} } as unknown as SecretStorage);
  const services = { connections: one.connections, keys } as unknown as Services;
  await removeConnection(services, { connection: url } as TreeNode);
  assert.deepEqual(workspace.getConfiguration().get('tracklens.service.connections', []), []);
  await assert.rejects(other.connections.of(url).client(), { code: 'signed-out' });
});
