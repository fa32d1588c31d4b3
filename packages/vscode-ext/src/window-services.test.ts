import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import type { ExtensionContext } from 'vscode';

const { editor, window, workspace } = await import('./testing/editor-api.ts');
const { windowServices } = await import('./window-services.ts');

/** Starts a service with one workspace, and returns its address. */
async function service(t: TestContext): Promise<string> {
  const server = createServer((_, response) => response.end('{"workspaceNames":["team"]}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the context of an extension that has stored nothing. */
function newContext(): ExtensionContext {
  const memento = { get: (_: string, otherwise: unknown) => otherwise, update: async () => {} };
  const secrets = { get: async () => undefined, onDidChange: () => ({ dispose() {} }) };
  return { workspaceState: memento, globalState: memento, secrets, subscriptions: [] } as unknown as ExtensionContext;
}

test('the rows of the service that a folder names appear when the user trusts the workspace', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(path.join(folder, '.env'), `SERVICE_API_KEY=the-key\nSERVICE_URL_OVERRIDE=${await service(t)}\n`);
  const log = { info() {}, warn() {}, debug() {}, dispose() {} };
  Object.assign(window, { createOutputChannel: () => log });
  Object.assign(workspace, { workspaceFolders: [{ uri: { scheme: 'file', fsPath: folder } }] });
  editor.setTrusted(false);
  const context = newContext();
  const { experiments } = windowServices(context).trees;
  cleanup(t).defer(() => {
    for (const one of context.subscriptions) one.dispose();
  });
  assert.deepEqual(await experiments.getChildren(), []);
  const changed = new Promise((resolve) => experiments.onDidChangeTreeData(resolve));
  editor.setTrusted(true);
  await changed;
  assert.deepEqual(
    (await experiments.getChildren()).map(({ label }) => label),
    ['team'],
  );
});
