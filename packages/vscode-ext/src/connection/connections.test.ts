import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type { ConnectionsOptions } from './connections.ts';

const { Connections } = await import('./connections.ts');

/** Creates the connections of a window whose environment names a service, and connects to it. */
async function connectedWindow(t: TestContext) {
  const server = createServer((_, response) => void response.end('{"workspaceNames":[]}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => void server.closeAllConnections());
  cleanup(t).defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = { SERVICE_API_KEY: 'the-key', SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}` };
  const stored = new Map<string, unknown>();
  const memento = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const connections = new Connections({
    context: { workspaceState: memento, globalState: memento },
    log: { info() {}, warn() {}, debug() {}, trace() {} },
    own: [],
    trainingEnvironment: { userEnvironment: env },
  } as unknown as ConnectionsOptions);
  const connection = connections.of('environment');
  await connection.client();
  return { connections, connection };
}

test('while the environment is ignored, its open panels do not read from its service', async (t) => {
  const { connections, connection } = await connectedWindow(t);
  await connections.ignoreEnvironment(true);
  await assert.rejects(connection.client(), { code: 'signed-out' });
});

test('panels that wait for the environment are connected when it is no longer ignored', async (t) => {
  const { connections, connection } = await connectedWindow(t);
  await connections.ignoreEnvironment(true);
  await assert.rejects(connection.client(), { code: 'signed-out' });
  const states: string[] = [];
  const connected = new Promise<void>((resolve) => {
    connection.subscribe(({ kind }) => {
      states.push(kind);
      if (kind === 'connected') resolve();
    });
  });
  await connections.ignoreEnvironment(false);
  assert.deepEqual(states, ['idle']);
  await connected;
  await connections.ignoreEnvironment(false);
  assert.deepEqual(states, ['idle', 'connecting', 'connected']);
});
