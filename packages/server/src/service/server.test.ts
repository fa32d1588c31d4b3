import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from './server.ts';

test('a service that closes ends the request in progress, then its connection', async (t) => {
  const service = await startService({ dataFolder: join(await temporaryFolder(t), 'data') });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanup(t).defer(() => agent.destroy());
  const send = (method: string, path: string) => {
    const sent = request(`${service.url}${path}`, { method, agent, headers: { expect: '100-continue' } });
    const response = new Promise<IncomingMessage | null>((done) => {
      sent.on('response', (message) => message.resume().on('end', () => done(message)));
      sent.on('error', () => done(null));
    });
    return { sent, response };
  };
  const inProgress = send('POST', '/api/rest/v2/write/experiment/metric');
  const received = new Promise((done) => inProgress.sent.on('continue', done));
  inProgress.sent.write('{');
  await received;
  const closed = service.close();
  inProgress.sent.end('}');
  assert.ok((await inProgress.response) !== null, 'the request in progress gets its response');
  // The connection is closed already, or the response closes it.
  const next = send('GET', '/clientlib/health/ping');
  next.sent.end();
  assert.equal((await next.response)?.headers.connection ?? 'close', 'close');
  await closed;
  const last = send('GET', '/clientlib/health/ping');
  last.sent.end();
  assert.equal(await last.response, null);
});

test('a data folder stays locked for other processes after a second start in the same process', async (t) => {
  const dataFolder = join(await temporaryFolder(t), 'data');
  const service = await startService({ dataFolder });
  cleanup(t).defer(() => service.close());
  const another = /Another process is using/;
  await assert.rejects(startService({ dataFolder }), another);
  const store = new URL('../store/open-store.ts', import.meta.url).href;
  const program = `const { openStore } = await import(${JSON.stringify(store)});
    await openStore({ folder: ${JSON.stringify(dataFolder)} });`;
  const flags = ['--conditions=@tracklens/source', '--input-type=module', '--eval', program];
  await assert.rejects(promisify(execFile)(process.execPath, flags), another);
});

test('on Linux, a sign-in link for a user works only for programs of this user', {
  skip: process.platform !== 'linux' && 'only Linux reports the users of connections',
}, async (t) => {
  const service = await startService({ dataFolder: await temporaryFolder(t) });
  cleanup(t).defer(() => service.close());
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const [uid, other] = [process.getuid!(), 65_534];
  const linkFor = async (user: number) => {
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ uid: user });
    const response = await fetch(`${service.url}/api/page/sign-in-link`, { method: 'POST', headers, body });
    return ((await response.json()) as { url: string }).url;
  };
  const link = await linkFor(uid);
  if (uid === 0) {
    const program = `fetch(process.argv[1]).then(({ status }) => console.log(status))`;
    const user = { uid: other, gid: other, cwd: '/' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program, link], user);
    assert.equal(stdout, '403\n');
  } else {
    assert.equal((await fetch(await linkFor(other))).status, 403);
  }
  assert.equal((await fetch(link)).status, 200);
  assert.equal((await fetch(link)).status, 410);
});
