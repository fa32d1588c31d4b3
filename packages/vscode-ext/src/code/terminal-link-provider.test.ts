import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type { Services } from '../services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { editor, workspace } = await import('../testing/editor-api.ts');
const { ExperimentLookup } = await import('./experiment-lookup.ts');
const { TerminalLinkProvider } = await import('./terminal-link-provider.ts');

test('a sign-in from a link that cannot be stored is reported', async (t) => {
  const server = createServer((_, response) => response.end('{"workspaceNames":["team"]}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cleanup(t).defer(() => {
    editor.answerWith(undefined);
    server.close();
    server.closeAllConnections();
  });
  const update = async () => {
    editor.answerWith(undefined);
    throw new Error('The settings cannot be written.');
  };
  t.mock.method(workspace, 'getConfiguration', () => ({ get: () => undefined, update }));
  const none = async () => {};
  const log = { error() {}, warn() {}, info() {}, debug() {} };
  const connections = { current: { client: none }, profiles: () => [], setSignedOut: none };
  const services = { connections, demo: { use: none }, keys: { save: none }, log } as unknown as Services;
  const links = new TerminalLinkProvider(services, new ExperimentLookup(services));
  editor.takeOpened();
  editor.answerWith(root);
  const [link] = links.links(`COMET INFO: Experiment is live on comet.com ${root}/team/vision/${'a'.repeat(32)}`);
  await links.open(link!);
  assert.deepEqual(editor.takeOpened(), {
    opened: [],
    questions: ['Sign In (1/2)', 'Sign In (2/2)', 'The settings cannot be written.'],
  });
});
