import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, type RestApiException } from '@tracklens/core';
import { contract, type ExperimentMetadata, idempotencyKeyHeader, sequenceKey } from '@tracklens/core/contract';
import { createSpool } from '@tracklens/core/spool';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import { sync } from '../../packages/server/src/cli/sync-command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { until } from '../until.ts';
import { errorResponse, faultyServer } from './faulty-server.ts';

const apiKey = 'spool-key-0123456789';
const stepHeader = 'x-test-step';

interface Lab {
  readonly dataFolder: string;
  /** Folder of unsent requests. */
  readonly root: string;
  readonly key: string;
  readonly program: ChildProcess;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Sends a message to the program and waits for its response. */
  ask(message: string): Promise<string>;
  /** Runs `tracklens sync`. */
  sync(options?: { readonly list?: boolean; readonly drop?: boolean }): Promise<{ status: number; lines: string[] }>;
  /** Logs to another experiment from a new process, until it has sent what the first one left. */
  next(): Promise<void>;
  /** Reads the metadata of the experiment. */
  metadata(): Promise<ExperimentMetadata>;
  /** Reads what the service has. */
  stored(): Promise<{ steps: (number | null)[]; lines: number; tags: string[] }>;
}

/** @param kind `run` for a program that is a run of the experiment */
async function lab(t: TestContext, kind?: 'run'): Promise<Lab> {
  const folder = await temporaryFolder(t);
  const [dataFolder, root] = [join(folder, 'data'), join(folder, 'spool')];
  let service: Service = await startService({ dataFolder, apiKey });
  cleanup(t).defer(() => service.close());
  const { port, url } = service;
  const api = new API({ url, apiKey, cache: false, spool: false });
  const { key } = await APIExperiment.create({ api, workspace: 'lab', projectName: 'spool', start: false });
  const program = fork(
    inRoot('test', 'faults', 'outage-program.ts'),
    [url, apiKey, key, root, ...(kind === undefined ? [] : [kind])],
    {
      execArgv: ['--conditions=@tracklens/source'],
    },
  );
  cleanup(t).defer(() => void program.kill('SIGKILL'));
  return {
    dataFolder,
    root,
    key,
    program,
    stop: () => service.close(),
    async start() {
      service = await startService({ dataFolder, apiKey, port });
    },
    async ask(message) {
      const response = once(program, 'message');
      program.send(message);
      return String((await response)[0]);
    },
    async sync({ list = false, drop = false } = {}) {
      const lines: string[] = [];
      const env = { TRACKLENS_SPOOL: root };
      const status = await sync({ dataFolder, list, drop, env, print: (line) => lines.push(line) });
      return { status, lines };
    },
    async next() {
      const nextApi = new API({ url, apiKey, cache: false, spool: root });
      const options = { api: nextApi, workspace: 'lab', projectName: 'spool', start: false };
      await (await APIExperiment.create(options)).logOther('next', 1);
      await until(async () => (await readdir(root)).length === 0, 'the unsent requests to be sent');
    },
    metadata: () => new APIExperiment({ api, previousExperiment: key }).getMetadata(),
    async stored() {
      const run = new APIExperiment({ api, previousExperiment: key });
      const points = await run.getMetrics({ metric: 'loss' });
      const lines = (await run.getOutput()).trim().split('\n').length;
      return { steps: points.map(({ step }) => step), lines, tags: await run.getTags() };
    },
  };
}

const stepsTo = (count: number) => Array.from({ length: count }, (_, step) => step);

/** Returns the content of all files on disk. */
async function contentOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
}

/** Waits until the program has written a tag to disk, the last that it logs at a time. */
async function spooled(root: string, tag: string): Promise<void> {
  await until(async () => (await contentOf(root)).some((text) => text.includes(tag)), `the tag ${tag} on disk`);
}

async function killed({ program }: Lab): Promise<void> {
  const closed = once(program, 'close');
  program.kill('SIGKILL');
  await closed;
}

test('an outage that fills the memory of the queue loses nothing when the service is back before the end', async (t) => {
  const all = await lab(t);
  await all.ask('100');
  await all.stop();
  await all.ask('100');
  await spooled(all.root, 'after 200');
  await all.ask('100');
  await all.start();
  await all.ask('100');
  const outcome = await all.ask('end');
  // On a slow machine the first attempt may come before the service listens.
  assert.match(outcome, /stored|on disk/);
  if (outcome !== 'stored') {
    await once(all.program, 'close');
    await all.sync();
  }
  assert.deepEqual(await all.stored(), {
    steps: stepsTo(400),
    lines: 400,
    tags: ['after 100', 'after 200', 'after 300', 'after 400'],
  });
  assert.deepEqual(await readdir(all.root), []);
});

test('what a service that stays unavailable did not get is on disk, is reported, and is sent once by tracklens sync', async (t) => {
  const all = await lab(t);
  await all.ask('50');
  await all.stop();
  await all.ask('1500');
  const outcome = await all.ask('end');
  assert.match(outcome, /^end: \d+ requests are on disk and not stored yet, in .*tracklens sync/);
  await once(all.program, 'exit');
  const content = await contentOf(all.root);
  assert.ok(content.length > 0 && content.every((text) => !text.includes(apiKey)));
  assert.equal((await all.sync()).status, 1);
  await all.start();
  const listed = await all.sync({ list: true });
  assert.match(listed.lines[0]!, new RegExp(`^\\d+ requests to http.*, 1 experiment \\(${all.key}\\), in `));
  const sent = await all.sync();
  assert.equal(sent.status, 0, sent.lines.join('\n'));
  assert.deepEqual((await all.sync()).lines, ['Nothing is left to send.']);
  const { steps, lines } = await all.stored();
  assert.deepEqual(steps, stepsTo(1550));
  assert.equal(lines, 1550);
});

test('what was logged before and after the key was revoked is on disk, and is sent by a later process', async (t) => {
  const folder = await temporaryFolder(t);
  const [dataFolder, root] = [join(folder, 'data'), join(folder, 'spool')];
  const service = await startService({ dataFolder, apiKey });
  cleanup(t).defer(() => service.close());
  const server = await faultyServer(t, service.url);
  const newApi = () =>
    new API({ url: server.url, apiKey, cache: false, spool: root, warn: () => {}, retry: { attempts: 1 } });
  const run = await APIExperiment.create({ api: newApi(), workspace: 'lab', projectName: 'spool' });
  const respond = (status: number) => server.set(errorResponse(status, 'no'));
  respond(503);
  void run.logMetric('loss', 1, { step: 1 });
  await until(async () => (await contentOf(root)).some((text) => text.includes('loss')), 'the point on disk');
  respond(401);
  void run.logMetric('loss', 2, { step: 2 });
  await assert.rejects(run.end(), (error: RestApiException) => {
    assert.deepEqual([error.code, (error.data as { lost: unknown }).lost], ['unauthorized', []]);
    assert.match(error.message, /^end: \d requests are on disk and not stored yet, in .+ \(no\)\. .+tracklens sync/);
    return true;
  });
  server.set(null);
  const [left] = await readdir(root);
  await rename(join(root, left!), join(root, left!.replace(/^\d+-\d+/, '1-1')));
  const api = newApi();
  const next = await APIExperiment.create({ api, workspace: 'lab', projectName: 'spool', start: false });
  await next.logOther('next', 1);
  await until(async () => (await readdir(root)).length === 0, 'the unsent requests to be sent');
  const stored = new APIExperiment({ api, previousExperiment: run.key });
  assert.deepEqual(
    (await stored.getMetrics({ metric: 'loss' })).map(({ step }) => step),
    [1, 2],
  );
  assert.equal(await stored.getState(), 'finished');
});

test('what a program killed during an outage had spooled is sent by the next program', async (t) => {
  const all = await lab(t);
  await all.ask('10');
  await all.stop();
  await all.ask('200');
  await spooled(all.root, 'after 210');
  await killed(all);
  await all.start();
  await all.next();
  const { steps, lines } = await all.stored();
  assert.deepEqual(steps, stepsTo(210));
  assert.equal(lines, 210);
});

test('tracklens sync sets aside only what a service that stores others fails to store, and sends it later, each once', async (t) => {
  const folder = await temporaryFolder(t);
  const [dataFolder, root] = [join(folder, 'data'), join(folder, 'spool')];
  const service = await startService({ dataFolder, apiKey });
  cleanup(t).defer(() => service.close());
  const server = await faultyServer(t, service.url);
  const api = new API({ url: service.url, apiKey, cache: false, spool: false });
  const run = await APIExperiment.create({ api, workspace: 'lab', projectName: 'spool', start: false });
  const spool = createSpool(root, server.url, () => {});
  const sequence = crypto.randomUUID();
  const { method, path } = contract.metrics.log;
  for (const step of [1, 2, 3]) {
    const point = { experimentKey: run.key, metricName: 'loss', metricValue: step, step, timestamp: 1 };
    const headers = {
      'content-type': 'application/json',
      [idempotencyKeyHeader]: sequenceKey({ sequence, number: step }),
      // The key changes when a request is held.
      [stepHeader]: `${step}`,
    };
    const body = new TextEncoder().encode(JSON.stringify(point));
    spool.add({ operation: 'logMetric', method, path, query: [], headers, body });
  }
  spool.close();
  const end = async (path: string) =>
    await rename(
      path,
      path.replace(/\/\d+-(\d+)-/, (_, start) => `/1-${start}1-`),
    );
  await end(spool.folder);
  const lines: string[] = [];
  const runSync = async (list = false) => {
    lines.length = 0;
    const env = { TRACKLENS_SPOOL: root, SERVICE_URL_OVERRIDE: server.url, SERVICE_API_KEY: apiKey };
    return await sync({ dataFolder, list, drop: false, env, print: (line) => lines.push(line) });
  };
  const unknownKey = '{"msg":"no such key","code":400,"sdk_error_code":90212}';
  for (const { status, body, error } of [
    { status: 200, body: '<html>Sign in</html>', error: 'the response is not JSON, <html>Sign in</html>' },
    { status: 200, body: '{"msg":"key expired","code":401,"sdk_error_code":0}', error: 'status 401, key expired' },
    { status: 400, body: unknownKey, error: `status 400, ${unknownKey}` },
  ]) {
    server.set(async ({ response }) => {
      response.writeHead(status).end(body);
    });
    assert.equal(await runSync(), 1);
    assert.ok(lines[1]!.startsWith(`Stopped: ${error}. 3 requests left in `), lines[1]);
    const [unsent] = await readdir(root);
    await end(join(root, unsent!));
  }
  server.set(async ({ response }) => {
    response.writeHead(500).end('database is read-only');
  });
  assert.equal(await runSync(), 1);
  assert.match(lines[1]!, /^Stopped: status 500, database is read-only\. 3 requests left in [^.]+\.$/);
  assert.equal(lines.length, 2);
  const [stopped, ...others] = await readdir(root);
  assert.deepEqual(others, []);
  await end(join(root, stopped!));
  server.set(async (exchange) => {
    if (exchange.request.headers[stepHeader] === '2') exchange.response.writeHead(500).end('out of range\u001b[2J');
    else await exchange.forward();
  });
  const steps = async () => (await run.getMetrics({ metric: 'loss' })).map(({ step }) => step);
  assert.equal(await runSync(), 1);
  assert.match(
    lines[1]!,
    new RegExp(`^Set aside: logMetric to ${run.key}: status 500, out of range \\[2J\\. It is in .+\\.failed\\.$`),
  );
  assert.equal(lines[2], 'Sent: 2, set aside: 1. Correct the cause and run it again.');
  assert.deepEqual(await steps(), [1, 3]);
  const [failed] = await readdir(root);
  await end(join(root, failed!));
  await runSync(true);
  assert.match(lines[0]!, /^1 request to .*, set aside because the service did not store them, in .+\.failed$/);
  server.set(null);
  assert.equal(await runSync(), 0);
  assert.deepEqual(await readdir(root), []);
  assert.deepEqual((await steps()).sort(), [1, 2, 3]);
});

test('tracklens sync --drop deletes spooled data', async (t) => {
  const all = await lab(t);
  await all.stop();
  await all.ask('10');
  await all.ask('end');
  await once(all.program, 'exit');
  const { lines, status } = await all.sync({ drop: true });
  assert.match(lines[0]!, /^Deleted: [1-9]\d* requests? to http.*, 1 experiment \(/);
  assert.equal(status, 0);
  assert.deepEqual(await readdir(all.root), []);
  await all.start();
});

test('tracklens sync names a folder that cannot be read, and continues with the others', async (t) => {
  const root = join(await temporaryFolder(t), 'spool');
  const { method, path } = contract.metrics.log;
  for (const isReadable of [false, true, false]) {
    const spool = createSpool(root, 'http://127.0.0.1:9', () => {});
    spool.add({ operation: 'logMetric', method, path, query: [], headers: {}, body: new Uint8Array() });
    spool.close();
    // A folder in place of the file makes each read fail.
    if (!isReadable) await mkdir(join(spool.folder, 'segment-500000001'));
    await rename(
      spool.folder,
      spool.folder.replace(/\/\d+-(\d+)-/, (_, start) => `/1-${start}1-`),
    );
  }
  for (const options of [
    { list: true, drop: false },
    { list: false, drop: true },
  ]) {
    const lines: string[] = [];
    const env = { TRACKLENS_SPOOL: root };
    assert.equal(await sync({ dataFolder: root, ...options, env, print: (line) => lines.push(line) }), 1);
    assert.equal(lines.filter((line) => /^.+ cannot be read: .*EISDIR/.test(line)).length, 2, lines.join('\n'));
    assert.equal(lines.filter((line) => /1 request to http/.test(line)).length, 1, lines.join('\n'));
  }
  assert.equal((await readdir(root)).length, 2);
});

/** Ends of a program during an outage, with its exit status and the state of its run. */
const endings = [
  { by: 'end', ending: 'end', status: 0, hasCrashed: false },
  { by: 'process.exit', ending: 'exit', status: 0, hasCrashed: false },
  { by: 'its last statement', ending: 'return', status: 0, hasCrashed: false },
  { by: 'an uncaught error', ending: 'throw', status: 1, hasCrashed: true },
  { by: 'a signal', ending: 'SIGTERM', status: null, hasCrashed: true },
] as const;

for (const { by, ending, status, hasCrashed } of endings) {
  test(`a run that ends by ${by} during an outage has the time of its end when the service gets it`, async (t) => {
    const clock = { aheadMillis: 0 };
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + clock.aheadMillis);
    const all = await lab(t, 'run');
    await all.ask('10');
    await all.stop();
    const before = now();
    const ended = once(all.program, 'exit');
    if (ending === 'end') assert.match(await all.ask('end'), /on disk/);
    else if (ending === 'SIGTERM') all.program.kill(ending);
    else all.program.send(ending);
    assert.equal((await ended)[0], status);
    const after = now();
    // Later than the service waits for heartbeats.
    clock.aheadMillis = 90_000;
    await all.start();
    assert.equal((await all.metadata()).hasCrashed, true);
    if (hasCrashed) await all.next();
    else assert.equal((await all.sync()).status, 0);
    const { endTimeMillis, ...metadata } = await all.metadata();
    assert.equal(metadata.running, false);
    assert.equal(metadata.hasCrashed, hasCrashed);
    assert.ok(
      endTimeMillis! >= before && endTimeMillis! <= after,
      `${endTimeMillis} is not from ${before} to ${after}`,
    );
    assert.deepEqual((await all.stored()).steps, stepsTo(10));
  });
}
