import { cleanup } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import type { API } from '@tracklens/core/browser';
import { bridgeTransport, bufferedBody } from '@tracklens/core/client';
import type { NotebookEditor, NotebookRendererMessaging } from 'vscode';
import type { ServiceClient } from '../connection/connected-service.ts';
import { Connection } from '../connection/connection.ts';
import type { Services } from '../services.ts';
import { packBytes, unpackBytes } from './message-bytes.ts';
import { readToOutput } from './output-messages.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { OutputRequests } = require('./output-requests.ts') as typeof import('./output-requests.ts');

/** Creates the outputs of a notebook and records the requests that reach the connected service. */
function outputs(t: TestContext, { trusted, live = true }: { trusted: boolean; live?: boolean }) {
  editor.setTrusted(trusted);
  editor.set('tracklens.notebooks.live', live);
  const sent: string[] = [];
  const connection = new Connection<ServiceClient>({
    find: async () => ({ url: 'http://127.0.0.1:1', apiKey: 'key', source: 'sign-in' }),
    connect: async ({ url }) => {
      sent.push('connect');
      const send: ServiceClient['transport']['send'] = async ({ path }) => {
        sent.push(path);
        return { status: 200, headers: {}, body: bufferedBody(new TextEncoder().encode('{}')) };
      };
      return { api: {} as API, transport: { send }, url, discardCheck() {} };
    },
  });
  const notebook = {} as NotebookEditor;
  const lives: boolean[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const messaging: Partial<NotebookRendererMessaging> = {
    async postMessage(message: unknown) {
      const read = readToOutput(message);
      if (read?.type === 'connection') lives.push(read.live);
      if (read?.type === 'bridge') for (const listener of listeners) listener(unpackBytes(read.message));
      return true;
    },
  };
  const requests = new OutputRequests(messaging as NotebookRendererMessaging, { connection } as unknown as Services);
  const renderer = bridgeTransport({
    post: (message) => requests.receive(notebook, { type: 'bridge', message: packBytes(message) }),
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
    sent,
    lives,
    send: (message: unknown) => requests.receive(notebook, message),
    ask: (path: string, method: 'GET' | 'POST' = 'GET') =>
      renderer.send({ method, path: `/api/rest/v2/${path}`, query: [], timeoutMillis: 10_000 }),
  };
}

test('outputs of a trusted workspace can read and not write', async (t) => {
  const { ask, sent } = outputs(t, { trusted: true });
  assert.equal((await ask('experiment/tags')).status, 200);
  await assert.rejects(ask('write/experiment/tags', 'POST'), { code: 'forbidden' });
  await assert.rejects(ask('write/experiment/archive'), { code: 'forbidden' });
  assert.deepEqual(sent, ['connect', '/api/rest/v2/experiment/tags']);
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
    const { ask, send, sent, lives } = outputs(t, given);
    send({ type: 'hello' });
    const unanswered = ask('experiment/tags');
    unanswered.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sent, []);
    assert.ok(lives.length > 0 && lives.every((live) => !live), `${lives}`);
    allow();
    await ask('experiment/html');
    // Requests are handled in order, so the first one was dropped.
    assert.deepEqual(sent, ['connect', '/api/rest/v2/experiment/html']);
    assert.equal(lives.at(-1), true);
  });
}
