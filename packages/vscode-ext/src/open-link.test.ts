import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bufferedBody, type WireRequest } from '@tracklens/core/client';
import { ConnectionProblem } from './connection/connection.ts';
import type { Services } from './services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { editor, env } = await import('./testing/editor-api.ts');
const { openLink } = await import('./open-link.ts');
const { openRequested } = await import('./open-requested.ts');

const service = 'http://127.0.0.1:5173';
const secret = `${service}/api/page/sign-in/secret`;

/** Creates a window connected to `url`, or to no service, and records the requests to the service. */
function windowOf(url: string | null) {
  const sent: WireRequest[] = [];
  const send = async (request: WireRequest) => {
    sent.push(request);
    return { status: 200, headers: {}, body: bufferedBody(new TextEncoder().encode(JSON.stringify({ url: secret }))) };
  };
  const state = url === null ? { kind: 'signed-out', message: '' } : { kind: 'connected', url, source: 'sign-in' };
  const connection = { state, client: async () => ({ transport: { send }, url }) };
  return { sent, services: { connection } as unknown as Services };
}

// Other test files may share the test double.
beforeEach(() => void editor.takeOpened());

test('only addresses of pages are opened', async () => {
  editor.setTrusted(true);
  editor.answerWith('Open');
  const { services, sent } = windowOf(service);
  for (const address of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'vscode://x',
    'command:x',
    'data:text/html,x',
    'x',
    '',
  ]) {
    await openLink(address, services);
    assert.deepEqual(editor.takeOpened(), { opened: [], questions: [] }, address);
  }
  assert.deepEqual(sent, []);
});

test('a page of another origin is opened only after a confirmation that shows its address', async () => {
  editor.setTrusted(true);
  for (const address of [
    'https://evil.example/',
    'http://127.0.0.1:5174/',
    'https://127.0.0.1:5173/',
    'http://127.0.0.1.evil.example:5173/',
    'http://127.0.0.1:5173@evil.example/',
  ]) {
    const { services, sent } = windowOf(service);
    editor.answerWith(undefined);
    await openLink(address, services);
    assert.deepEqual(editor.takeOpened(), { opened: [], questions: [new URL(address).href] });
    editor.answerWith('Open');
    await openLink(address, services);
    assert.deepEqual(editor.takeOpened().opened, [new URL(address).href]);
    assert.deepEqual(sent, [], 'no link that signs in is made for it');
  }
});

test('a page of the connected service is opened signed in from a trusted workspace only', async () => {
  editor.answerWith(undefined);
  const page = `${service}/ada/digits`;
  const trusted = windowOf(service);
  editor.setTrusted(true);
  await openLink(page, trusted.services);
  assert.deepEqual(editor.takeOpened(), { opened: [secret], questions: [] });
  assert.equal(trusted.sent.length, 1);
  const untrusted = windowOf(service);
  editor.setTrusted(false);
  await openLink(page, untrusted.services);
  assert.deepEqual(editor.takeOpened(), { opened: [page], questions: [] });
  assert.deepEqual(untrusted.sent, []);
});

test('a link that the editor passes to a browser of this machine signs in only this user, on Linux', {
  skip: process.platform !== 'linux' && 'only Linux reports the users of connections',
}, async (t) => {
  editor.setTrusted(true);
  t.after(() => {
    env.remoteName = undefined;
  });
  for (const [remoteName, uid] of [
    [undefined, process.getuid!()],
    ['ssh-remote', undefined],
  ] as const) {
    env.remoteName = remoteName;
    const { services, sent } = windowOf(service);
    await openLink(`${service}/ada/digits`, services);
    const body = JSON.parse(new TextDecoder().decode(sent[0]!.body as Uint8Array)) as { uid?: number };
    assert.equal(body.uid, uid, remoteName);
  }
});

test('without a connection every page needs a confirmation', async () => {
  editor.setTrusted(true);
  editor.answerWith(undefined);
  await openLink(`${service}/ada/digits`, windowOf(null).services);
  assert.deepEqual(editor.takeOpened(), { opened: [], questions: [`${service}/ada/digits`] });
});

test('a page is opened at exactly its address, as signatures and queries need', async () => {
  editor.setTrusted(true);
  editor.answerWith('Open');
  const address = 'https://files.example/a%2Fb?sig=a%2Bb%3D&query=Metric(%22a%22)+%3E+1+%26+Tag(%22b%22)';
  await openLink(address, windowOf(null).services);
  assert.deepEqual(editor.takeOpened().opened, [address]);
});

test('a page that cannot be opened for a panel or an output is reported', async () => {
  editor.setTrusted(true);
  editor.answerWith(undefined);
  const { services } = windowOf(service);
  const problem = new ConnectionProblem('unreachable', 'There is no response.', { remedy: 'Try again.' });
  const connection = { ...services.connection, client: () => Promise.reject(problem) };
  const log = { error() {} };
  const request = { type: 'openExternal', url: `${service}/ada/digits` } as const;
  await openRequested(request, { connection, log } as unknown as Services);
  assert.deepEqual(editor.takeOpened(), { opened: [], questions: ['There is no response. Try again.'] });
});
