import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerConnection } from '@jupyterlab/services';
import { JupyterRequest } from './jupyter-request.ts';

/** Returns the requests of a page to a Jupyter server. */
function requestTo(respond: () => Promise<Response>): JupyterRequest {
  const settings = ServerConnection.makeSettings({ baseUrl: 'http://127.0.0.1:1/', fetch: respond });
  Object.assign(globalThis, { document: { getElementById: () => null } });
  const request = new JupyterRequest(settings);
  Reflect.deleteProperty(globalThis, 'document');
  return request;
}

for (const [situation, respond, message] of [
  [
    'that has ended',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The Jupyter server does not respond. Check that it runs, then try again.',
  ],
  [
    'whose login has ended',
    async () => new Response('<title>403</title>', { status: 403 }),
    'The Jupyter server responded with status 403. Reload this page to sign in to it again.',
  ],
  [
    'without the extension',
    async () => new Response('', { status: 404 }),
    'This Jupyter server has no Tracklens server extension. Install tracklens in its Python environment and restart it.',
  ],
  [
    'that explains why',
    async () => Response.json({ msg: 'The folder is not empty.', remedy: 'Choose another one.' }, { status: 400 }),
    'The folder is not empty. Choose another one.',
  ],
] as const) {
  test(`a request to a Jupyter server ${situation} rejects with what to do`, async () => {
    await assert.rejects(requestTo(respond).json('/connections', 'GET'), { name: 'RejectedRequest', message });
  });
}
