import { cleanup } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { bridgeTransport } from '@tracklens/core/client';
import type { NotebookEditor, NotebookRendererMessaging, SecretStorage } from 'vscode';
import type { ConnectionsOptions } from '../connection/connections.ts';
import { KeyStore } from '../connection/key-store.ts';
import type { Services } from '../services.ts';
import { packBytes, unpackBytes } from './message-bytes.ts';
import { readToOutput, type ToOutput } from './output-messages.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { Connections } = require('../connection/connections.ts') as typeof import('../connection/connections.ts');
const { OutputRequests } = require('./output-requests.ts') as typeof import('./output-requests.ts');

/** Starts a service, and records the requests that reach it. */
async function recordingService(t: TestContext) {
  const sent: string[] = [];
  const server = createServer(({ url }, response) => {
    sent.push(url!.replace('/api/rest/v2/', ''));
    response.end('{"workspaceNames":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

interface OutputsOptions {
  readonly trusted: boolean;
  readonly live?: boolean;
  /** Addresses of the saved connections; the first one is current. */
  readonly urls: readonly string[];
}

/** Creates the outputs of a notebook that one service has made. */
function outputs(t: TestContext, { trusted, live = true, urls }: OutputsOptions, service?: string) {
  editor.setTrusted(trusted);
  editor.set('tracklens.notebooks.live', live);
  editor.set(
    'tracklens.service.connections',
    urls.map((url) => ({ url })),
  );
  const stored = new Map<string, unknown>([['tracklens.signedOut', ['environment']]]);
  const memento = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const log = { info() {}, warn() {}, debug() {}, trace() {} };
  const context = { workspaceState: memento, globalState: memento };
  const keys = new KeyStore({ get: async () => 'the-key' } as unknown as SecretStorage);
  const connections = new Connections({ context, log, keys, own: [] } as unknown as ConnectionsOptions);
  const opened: string[] = [];
  const of = (id: string) => ({
    connection: connections.of(id),
    panels: async () => ({ open: () => opened.push(id) }),
  });
  const notebook = { notebook: {} } as NotebookEditor;
  const reports: Extract<ToOutput, { type: 'connection' }>[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const messaging: Partial<NotebookRendererMessaging> = {
    async postMessage(message: unknown) {
      const read = readToOutput(JSON.parse(JSON.stringify(message)));
      if (read?.type === 'connection') reports.push(read);
      if (read?.type === 'bridge') for (const listener of listeners) listener(unpackBytes(read.message));
      return true;
    },
  };
  const services = { connections, connection: connections.current, log, of } as unknown as Services;
  const requests = new OutputRequests(messaging as NotebookRendererMessaging, services);
  const renderer = bridgeTransport({
    post: (message) => requests.receive(notebook, { type: 'bridge', message: packBytes(message), service }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  cleanup(t).defer(() => {
    renderer.dispose();
    requests.dispose();
  });
  return {
    connections,
    notebook,
    opened,
    reports,
    send: (message: object) => requests.receive(notebook, { ...message, service }),
    /** Waits until a report is the last one. */
    async reported(expected: object) {
      const isLast = () => JSON.stringify(reports.at(-1)) === JSON.stringify({ type: 'connection', ...expected });
      while (!isLast()) await new Promise((resolve) => setImmediate(resolve));
    },
    ask: (path: string, method: 'GET' | 'POST' = 'GET') =>
      renderer.send({ method, path: `/api/rest/v2/${path}`, query: [], timeoutMillis: 10_000 }),
  };
}

test('outputs of a trusted workspace can read and not write', async (t) => {
  const { url, sent } = await recordingService(t);
  const { ask } = outputs(t, { trusted: true, urls: [url] });
  assert.equal((await ask('experiment/tags')).status, 200);
  await assert.rejects(ask('write/experiment/tags', 'POST'), { code: 'forbidden' });
  await assert.rejects(ask('write/experiment/archive'), { code: 'forbidden' });
  assert.deepEqual(sent, ['workspaces', 'experiment/tags']);
});

for (const [what, given, allow] of [
  ['an untrusted workspace', { trusted: false }, () => editor.setTrusted(true)],
  [
    'a workspace where only saved copies are wanted',
    { trusted: true, live: false },
    () => editor.set('tracklens.notebooks.live', true),
  ],
] as const) {
  test(`the outputs of ${what} cannot reach a service until that changes`, async (t) => {
    const { url, sent } = await recordingService(t);
    const { ask, send, reports, reported } = outputs(t, { ...given, urls: [url] });
    send({ type: 'hello' });
    send({ type: 'follow' });
    const unanswered = ask('experiment/tags');
    unanswered.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sent, []);
    assert.ok(reports.length > 0 && reports.every(({ live }) => !live));
    allow();
    await ask('experiment/html');
    // Requests are handled in order, so the first one was dropped.
    assert.deepEqual(sent, ['workspaces', 'experiment/html']);
    await reported({ live: true });
  });
}

test('an output reads from the service that made it and opens its panels, whichever connection is current', async (t) => {
  const [maker, current] = [await recordingService(t), await recordingService(t)];
  const made = outputs(t, { trusted: true, urls: [current.url, maker.url] }, maker.url);
  made.send({ type: 'follow' });
  await made.reported({ live: true, service: maker.url });
  await made.ask('project');
  const target = { kind: 'project', workspace: 'demo', projectName: 'digits' };
  made.send({ type: 'open', target, newPanel: false, activate: true });
  while (made.opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(made.opened, [maker.url]);
  assert.deepEqual(maker.sent, ['workspaces', 'project']);
  assert.deepEqual(current.sent, []);
});

test('an output of a service without a connection is not live, and says why', async (t) => {
  const { url, sent } = await recordingService(t);
  const service = 'https://elsewhere.example';
  const { ask, send, reported } = outputs(t, { trusted: true, urls: [url] }, service);
  send({ type: 'follow' });
  await reported({ live: false, reason: 'otherService', service });
  await assert.rejects(ask('project'), { code: 'unreachable' });
  assert.deepEqual(sent, []);
});

test('an output of a local service reads from the current one of this machine at another port', async (t) => {
  const { url } = await recordingService(t);
  const service = 'http://127.0.0.1:1';
  const { send, reported } = outputs(t, { trusted: true, urls: [url] }, service);
  send({ type: 'follow' });
  await reported({ live: true, service });
});

test('an output that is hidden gets a new connection and its answers, until its notebook is closed', async (t) => {
  const { url, sent } = await recordingService(t);
  const { ask, connections, notebook, reports, reported, send } = outputs(t, { trusted: true, urls: [url] });
  send({ type: 'follow' });
  await reported({ live: true });
  const read = ask('project');
  editor.showNotebooks([]);
  assert.equal((await read).status, 200);
  connections.of(url).lose('unreachable', 'lost');
  await reported({ live: false });
  await connections.of(url).client();
  await reported({ live: true });
  assert.deepEqual(sent, ['workspaces', 'project', 'workspaces']);
  editor.closeNotebook(notebook.notebook);
  const before = reports.length;
  connections.of(url).lose('unreachable', 'lost');
  assert.equal(reports.length, before);
});
