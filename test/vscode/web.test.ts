import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';
import { expand, frameWith, notificationWith, openFile, openRow, pane, row, showSideBar, signIn } from './editor.ts';
import { savedNotebook, savedPayload } from './saved-notebook.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('the extension in a web worker of the browser', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: false,
    files: { 'saved.ipynb': savedNotebook([savedPayload]), 'saved.tracklens': JSON.stringify(savedPayload) },
    settings: { 'extensions.webWorker': true, 'remote.extensionKind': { 'tracklens.tracklens': ['web'] } },
  }));

  test('draws a saved output and the file of a saved view', async () => {
    const { editor, page } = started();
    await openFile(page, 'saved.ipynb');
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await editor.screenshot('web-output');
    await openFile(page, 'saved.tracklens');
    await frameWith(page, '.tl-view:has-text("This file shows a saved view") [data-metric="loss"] [data-series="1"]');
    await editor.screenshot('web-saved-view');
    const recording = await readFile(inRoot('examples', 'recording', 'digits.tracklens'));
    await writeFile(path.join(editor.folder, 'digits.tracklens'), recording);
    await openFile(page, 'digits.tracklens');
    const problem = await frameWith(page, '[data-tracklens="problem"]');
    await problem.getByText('It may be a recording of experiments. This needs VS Code Desktop').waitFor();
  });

  test('offers neither the demo nor the local service, and says what they need', async () => {
    const { editor, page } = started();
    await showSideBar(page);
    const welcome = pane(page, 'Experiments');
    await welcome.getByText('need VS Code Desktop').waitFor();
    await welcome.getByRole('button', { name: 'Sign In' }).waitFor();
    for (const name of ['Try with Demo Data', 'Start Local Service'])
      assert.equal(await welcome.getByRole('button', { name }).count(), 0, name);
    await editor.screenshot('web-signed-out');
  });

  test('reads from a service that allows requests from pages, and says when it may not', async (t) => {
    const { editor, page, service } = started();
    await signIn(page, service.url, service.apiKey);
    await notificationWith(page, 'does not allow requests from web pages');
    await editor.screenshot('web-not-allowed');
    await signIn(page, await allowingPages(t, service.url), service.apiKey);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[1]).waitFor();
    await openRow(page, 'Experiments', seeded.names[0]);
    await frameWith(page, '[data-series="1"]');
    await editor.screenshot('web-connected');
  });
});

/** Starts a proxy of a service that allows requests from pages of all origins. Returns its URL. */
async function allowingPages(t: TestContext, url: string): Promise<string> {
  const allowed = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, authorization',
    'access-control-allow-methods': '*',
  };
  const proxy = createServer(async (request, response) => {
    const { method, url: address, headers } = request;
    if (method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    const { authorization = '', 'content-type': type } = headers;
    const body = method === 'GET' ? null : await buffer(request);
    const answer = await fetch(`${url}${address}`, {
      method: method!,
      headers: { authorization, ...(type && { 'content-type': type }) },
      body,
    });
    response.writeHead(answer.status, { ...allowed, 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  cleanup(t).defer(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
