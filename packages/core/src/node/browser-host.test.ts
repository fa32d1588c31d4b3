import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { RestApiException } from '../client/errors.ts';
import type { Transport, WireRequest } from '../client/transport.ts';
import { bufferedBody } from '../client/wire-body.ts';
import { openerOf, openInBrowser } from '../opener/open-in-browser.ts';
import { cleanup, temporaryFolder } from '../test-support/cleanup.ts';
import { browserAddress, browserHost } from './browser-host.ts';

const page = 'http://127.0.0.1:5055/ada/digits/k1?experiment-tab=chart';
const link = 'http://127.0.0.1:5055/api/page/sign-in/secret';

/** Fake service that responds to every request with this status and text. */
function respondingWith(status: number, text: string): { transport: Transport; requests: WireRequest[] } {
  const requests: WireRequest[] = [];
  const send: Transport['send'] = async (request) => {
    requests.push(request);
    return { status, headers: {}, body: bufferedBody(new TextEncoder().encode(text)) };
  };
  return { transport: { send }, requests };
}

/** Replaces the environment during a test. */
function setEnvironment(context: TestContext, environment: NodeJS.ProcessEnv): void {
  const before = process.env;
  process.env = environment;
  cleanup(context).defer(() => {
    process.env = before;
  });
}

test('the local service is asked for a sign-in link to the page', async () => {
  const { transport, requests } = respondingWith(200, JSON.stringify({ url: link }));
  assert.equal(await browserAddress(transport, page), link);
  const body = new TextDecoder().decode(requests[0]!.body as Uint8Array);
  assert.deepEqual(JSON.parse(body), { path: '/ada/digits/k1?experiment-tab=chart' });
});

test('a page of a service with accounts is opened without a request', async () => {
  const { transport, requests } = respondingWith(200, JSON.stringify({ url: link }));
  assert.equal(
    await browserAddress(transport, 'https://service.example/ada/digits'),
    'https://service.example/ada/digits',
  );
  assert.equal(requests.length, 0);
});

for (const [what, status, text] of [
  ['gives no links', 404, '{"msg":"There is nothing"}'],
  ['answers something else', 200, '<h1>Welcome</h1>'],
  ['gives a link to elsewhere', 200, '{"url":"http://127.0.0.1:9999/api/page/sign-in/secret"}'],
  ['gives no address', 200, '{"url":"nothing"}'],
] as const) {
  test(`the page of a service that ${what} is opened without a sign-in link`, async () => {
    assert.equal(await browserAddress(respondingWith(status, text).transport, page), page);
  });
}

test('the page of a service that does not respond is opened without a sign-in link', async () => {
  const send: Transport['send'] = () => Promise.reject(RestApiException.of({ code: 'unreachable', reason: 'no' }));
  assert.equal(await browserAddress({ send }, page), page);
});

test('without the URL of the service no page is opened', async () => {
  const { transport } = respondingWith(404, '');
  const displayed = {
    target: { kind: 'experiment' as const, experimentKey: 'k1' },
    url: '',
    snapshot: () => Promise.reject(),
  };
  const options = { clear: false, wait: true, new: 0 as const, autoraise: true };
  await assert.rejects(browserHost(transport, async () => true).show(displayed, options), /address of the service/);
});

for (const [isTerminal, expected] of [
  [true, `Open this page within a minute (the link works once): ${link}`],
  [false, page],
] as const) {
  test(`without a browser ${isTerminal ? 'a terminal shows the sign-in link' : 'an output or a log gets no sign-in link'}`, async (t) => {
    const printed = t.mock.method(console, 'log', () => {});
    const { transport } = respondingWith(200, JSON.stringify({ url: link }));
    const displayed = {
      target: { kind: 'experiment' as const, experimentKey: 'k1' },
      url: page,
      snapshot: () => Promise.reject(),
    };
    const options = { clear: false, wait: true, new: 0 as const, autoraise: true };
    await browserHost(transport, async () => false, isTerminal).show(displayed, options);
    assert.deepEqual(
      printed.mock.calls.map(({ arguments: [text] }) => text),
      [expected],
    );
  });
}

test('on Linux, a link that is an argument of a process signs in only this user', {
  skip: process.platform !== 'linux' && 'only Linux reports the users of connections',
}, async (t) => {
  setEnvironment(t, { DISPLAY: ':0' });
  const { transport, requests } = respondingWith(200, JSON.stringify({ url: link }));
  const opened: string[] = [];
  const displayed = {
    target: { kind: 'experiment' as const, experimentKey: 'k1' },
    url: page,
    snapshot: () => Promise.reject(),
  };
  const options = { clear: false, wait: true, new: 0 as const, autoraise: true };
  await browserHost(transport, async (url) => opened.push(url) > 0).show(displayed, options);
  assert.deepEqual(opened, [link]);
  const { uid } = JSON.parse(new TextDecoder().decode(requests[0]!.body as Uint8Array)) as { uid?: number };
  assert.equal(uid, process.getuid!());
});

for (const [platform, env, command] of [
  ['darwin', {}, 'osascript'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', {}, undefined],
  // The screen is on another machine.
  ['darwin', { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }, undefined],
  ['linux', { DISPLAY: 'localhost:10.0', SSH_TTY: '/dev/pts/0' }, undefined],
] as const) {
  test(`on ${platform} with ${JSON.stringify(env)} an address is opened by ${command ?? 'nobody'}`, () => {
    assert.equal(openerOf(platform, env)?.[0], command);
  });
}

for (const [status, isOpened] of [
  [0, true],
  [3, false],
] as const) {
  test(`an opener that ends with status ${status} has opened ${isOpened ? 'a' : 'no'} browser`, {
    skip: process.platform !== 'linux' && 'the opener of Linux is replaced',
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const opener = join(folder, 'xdg-open');
    await writeFile(opener, `#!/bin/sh\nexit ${status}\n`);
    await chmod(opener, 0o755);
    setEnvironment(t, { PATH: folder, DISPLAY: ':0' });
    assert.equal(await openInBrowser(link), isOpened);
  });
}
