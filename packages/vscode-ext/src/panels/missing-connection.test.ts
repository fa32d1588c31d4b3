import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type { WebviewPanel } from 'vscode';
import { Connection, ConnectionProblem } from '../connection/connection.ts';
import type { ConnectionsOptions } from '../connection/connections.ts';
import type { Services } from '../services.ts';

const { EventEmitter, window } = await import('../testing/editor-api.ts');
const { Connections } = await import('../connection/connections.ts');
const { missingConnection } = await import('./missing-connection.ts');
const { ViewPanel } = await import('./view-panel.ts');

const target = { kind: 'experiment', experimentKey: 'abc' } as const;

test('a panel says that its connection was signed out, and reads again after a sign-in', async (t) => {
  const server = createServer((_, response) => void response.end('{"workspaceNames":[]}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => void server.closeAllConnections());
  cleanup(t).defer(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stored = new Map<string, unknown>();
  const memento = {
    get: (key: string, otherwise?: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const connections = new Connections({
    context: { workspaceState: memento, globalState: memento },
    log: { info() {}, warn() {}, debug() {}, trace() {} },
    own: [],
    trainingEnvironment: { userEnvironment: { SERVICE_API_KEY: 'the-key', SERVICE_URL_OVERRIDE: url } },
  } as unknown as ConnectionsOptions);
  const connection = connections.of('environment');
  await connection.client();
  const panel = window.createWebviewPanel();
  const services = {
    context: { globalState: memento, extensionUri: { fsPath: '/extension' } },
    changes: new EventEmitter(),
    connectionId: 'environment',
    connection,
    connections,
  } as unknown as Services;
  new ViewPanel(panel as unknown as WebviewPanel, target, { version: 1 }, services);
  const become = (kind: string) =>
    new Promise<void>((resolve) => {
      const stop = connections.subscribe(() => {
        if (connection.state.kind !== kind) return;
        stop();
        resolve();
      });
    });
  const signedOut = become('signed-out');
  await connections.setSignedOut('environment', true);
  await signedOut;
  const remedy = 'Sign in, start a local service, or try with demo data.';
  const missing = { message: 'You are signed out.', remedy, action: 'Sign In' };
  assert.deepEqual(panel.posted.splice(0), [{ type: 'connectionChanged', missing }]);
  const connected = become('connected');
  await connections.setSignedOut('environment', false);
  await connected;
  const shown = panel.posted.find((message) => (message as { type: string }).type === 'show');
  assert.equal((shown as { missing: unknown }).missing, null);
});

for (const [connectionId, action] of [
  ['environment', 'Sign In'],
  ['https://lab.example', 'Sign In'],
  ['demo', 'Try with Demo Data'],
  ['local', 'Start Local Service'],
  ['recording:abc', null],
] as const) {
  test(`a panel of ${connectionId} offers ${action ?? 'no action'} when its connection has ended`, async () => {
    const connection = new Connection({
      find: () => Promise.reject(new ConnectionProblem('signed-out', 'It has ended.', { remedy: 'Restore it.' })),
      connect: () => assert.fail('connected'),
    });
    const connections = { profiles: () => [{ id: connectionId }] };
    const panel = { connectionId, connection, connections } as unknown as Services;
    assert.equal(missingConnection(panel), null);
    await assert.rejects(connection.client());
    assert.deepEqual(missingConnection(panel), { message: 'It has ended.', remedy: 'Restore it.', action });
  });
}
