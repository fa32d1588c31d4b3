import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { DatabaseSync } from '../store/database/sqlite-module.ts';
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

test('one of two processes that open a database at the same moment locks it', async (t) => {
  const folder = await temporaryFolder(t);
  const rounds = [1, 2, 3, 4, 5];
  const program = join(folder, 'open.mjs');
  const sqlite = new URL('../store/database/node-sqlite.ts', import.meta.url).href;
  await writeFile(
    program,
    `import { nodeSqlite } from ${JSON.stringify(sqlite)};
    const opened = [];
    const open = (file) => {
      try { return opened.push(nodeSqlite(file)) > 0; } catch { return false; }
    };
    process.on('message', (file) => process.send(open(file)));
    process.send('ready');`,
  );
  const processes = [0, 1].map(() => fork(program, { execArgv: ['--conditions=@tracklens/source'] }));
  cleanup(t).defer(() => void processes.map((each) => each.kill()));
  const replies = () => Promise.all(processes.map(async (each) => (await once(each, 'message'))[0] as unknown));
  await replies();
  for (const round of rounds) {
    const received = replies();
    for (const each of processes) each.send(join(folder, `${round}.db`));
    assert.deepEqual((await received).sort(), [false, true]);
  }
});

test('failures of work in the background are reported', async (t) => {
  const dataFolder = await temporaryFolder(t);
  await (await startService({ dataFolder })).close();
  const database = new DatabaseSync(join(dataFolder, 'tracklens.db'));
  database.exec(`
    insert into metric_batches (experiment_key, fingerprint, logged_at) values ('e', 'old', 1);
    create trigger no_expiry before delete on metric_batches begin select raise(abort, 'no expiry'); end;
    delete from service_facts where name = 'folder-id'`);
  database.close();
  // A folder in place of the file makes each write fail.
  await rm(join(dataFolder, 'folder-id'));
  await mkdir(join(dataFolder, 'folder-id', 'occupied'), { recursive: true });
  const reported: string[] = [];
  const clock = { now: Date.now() };
  const apiKey = 'background-key-0123456789';
  const service = await startService({
    dataFolder,
    apiKey,
    now: () => clock.now,
    onFailure: (_, what) => reported.push(what),
  });
  cleanup(t).defer(() => service.close());
  const post = async (path: string, body: object) => {
    const headers = { authorization: apiKey, 'content-type': 'application/json', 'idempotency-key': path };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/rest/v2/write/experiment/${path}`, init);
    assert.equal(response.status, 200);
    return (await response.json()) as { experimentKey: string };
  };
  const { experimentKey } = await post('create', { workspaceName: 'local', projectName: 'p' });
  clock.now += 3_600_000;
  await post('metric', { experimentKey, metricName: 'loss', metricValue: 1, timestamp: clock.now });
  await service.close();
  assert.deepEqual(reported.sort(), [
    'the deletion of expired batches',
    'the deletion of expired batches',
    'the deletion of unused files',
    'the identification of the data folder',
  ]);
});

test('writes fail when the data folder was moved or deleted, and no new folder is created', {
  skip: process.platform === 'win32' && 'Windows moves no folder with open files',
}, async (t) => {
  const parent = await temporaryFolder(t);
  const [dataFolder, moved] = [join(parent, 'data'), join(parent, 'moved')];
  const service = await startService({ dataFolder, onFailure: () => {} });
  cleanup(t).defer(() => service.close());
  const authorization = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const send = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const headers = { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const init = { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/rest/v2/write/experiment/${path}`, init);
    const { experimentKey, msg } = (await response.json()) as { experimentKey: string; msg: string };
    return { status: response.status, experimentKey, msg };
  };
  const { experimentKey } = await send('create', { workspaceName: 'local', projectName: 'p' });
  const logMetric = () => send('metric', { experimentKey, metricName: 'loss', metricValue: 1 });
  const uploadFile = () => {
    const form = new FormData();
    form.set('file', new Blob(['bytes']), 'notes.txt');
    return send(`upload-asset?experimentKey=${experimentKey}&fileName=notes.txt`, form);
  };
  const failed = {
    status: 503,
    experimentKey: undefined,
    msg: `The data folder ${dataFolder} was moved or deleted: restart the service`,
  };
  await rename(dataFolder, moved);
  assert.deepEqual(await uploadFile(), failed);
  assert.deepEqual(await logMetric(), failed);
  assert.deepEqual(await readdir(parent), ['moved']);
  // Another folder in its place, as a second service creates it.
  await mkdir(dataFolder);
  await writeFile(join(dataFolder, 'tracklens.db'), '');
  assert.deepEqual(await uploadFile(), failed);
  assert.deepEqual(await logMetric(), failed);
  assert.deepEqual(await readdir(dataFolder), ['tracklens.db']);
  await rm(dataFolder, { recursive: true });
  await rename(moved, dataFolder);
  assert.equal((await uploadFile()).status, 200);
  assert.equal((await logMetric()).status, 200);
  await rm(dataFolder, { recursive: true });
  assert.deepEqual(await uploadFile(), failed);
  assert.deepEqual(await logMetric(), failed);
  assert.deepEqual(await readdir(parent), []);
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
