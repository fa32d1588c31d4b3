import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { API, APIExperiment, isRestApiException } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { damagePage } from '../../packages/server/src/testing/damaged-page.ts';
import { loggedFolder } from '../../packages/server/src/testing/logged-folder.ts';
import { inRoot } from '../../scripts/folders.ts';
import { until } from '../until.ts';
import {
  fill,
  ownMounts,
  program,
  type SmallService,
  serviceOnSmallDisk,
  serviceOnSmallPostgres,
  skipPostgresDisk,
  skipSmallDisk,
} from './small-disk.ts';

const apiKey = 'full-disk-key-0123456789';
const rest = '/api/rest/v2';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** With a signal, a call is sent alone and its points are not queued when it fails. */
const { signal } = new AbortController();

/**
 * Fills the disk repeatedly: what does not fit is rejected, what was acknowledged is stored, and with free space writes
 * succeed again.
 */
async function keepsItsWord(t: TestContext, service: SmallService): Promise<void> {
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { authorization: service.apiKey, ...init.headers };
    const answer = await fetch(service.url + path, { ...init, headers, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, text: await answer.text() };
  };
  const post = (path: string, body: unknown) =>
    send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const experimentKey = 'f'.repeat(32);
  let steps = 0;
  const assets = new Map<string, string>();
  const batchSize = 500;

  const logPoints = async () => {
    const values = Array.from({ length: batchSize }, (_, index) => ({
      metricName: 'loss',
      metricValue: Math.sin(steps + index),
      step: steps + index,
      timestamp: 1_000 + steps + index,
    }));
    const answer = await post('/clientlib/batch/logger/experiment/metric', { experimentKey, values });
    if (answer.status === 200) steps += batchSize;
    return answer;
  };
  const logFile = async (kilobytes: number) => {
    const assetId = crypto.randomUUID().replaceAll('-', '');
    const content = `${assetId} `.repeat(kilobytes * 31);
    const form = new FormData();
    form.set('file', new Blob([content]), 'file');
    // More than fits into existing pages: the row is rejected when its file is already stored.
    form.set('metadata', JSON.stringify({ note: randomBytes(20_000).toString('hex') }));
    const path = `/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${assetId}&fileName=f`;
    const answer = await send(path, { method: 'POST', body: form });
    if (answer.status === 200) assets.set(assetId, content);
    return answer;
  };
  const assertKept = async () => {
    const path = `${rest}/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=loss`;
    const { metrics } = JSON.parse((await send(path)).text) as { metrics: { step: number; metricValue: string }[] };
    assert.deepEqual(
      metrics.map(({ step, metricValue }) => [step, Number(metricValue)]),
      Array.from({ length: steps }, (_, step) => [step, Math.sin(step)]),
    );
    for (const [assetId, content] of assets) {
      const asked = `${rest}/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`;
      assert.deepEqual(await send(asked), { status: 200, text: content });
    }
    const entries = await readdir(join(service.dataFolder, 'assets'), { recursive: true, withFileTypes: true });
    assert.equal(entries.filter((entry) => entry.isFile()).length, assets.size, 'files that nobody refers to');
  };

  assert.equal((await post('/clientlib/logger/add/run', { experimentKey })).status, 200);
  for (let round = 0; round < 5; round++) {
    assert.equal((await logPoints()).status, 200);
    assert.equal((await logFile(20)).status, 200);
  }

  for (let filling = 0; filling < 3; filling++) {
    const ballast = fill(service.disk);
    let rejected = 0;
    for (let round = 0; round < 400 && rejected < 5; round++) {
      // Small writes may still fit into the files of the database: then they are acknowledged and must be stored.
      for (const answer of [await logPoints(), await logFile(200)]) {
        if (answer.status === 200) continue;
        rejected++;
        const { msg, code } = JSON.parse(answer.text) as { msg: string; code: number };
        assert.deepEqual([answer.status, code], [507, 507], `${answer.text} ${service.output().slice(-1500)}`);
        assert.match(msg, /disk of the service is full.*free space/);
      }
    }
    assert.ok(rejected >= 5, 'nothing was rejected');
    await assertKept();
    const left = await readdir(join(service.dataFolder, 'incoming')).catch(() => []);
    assert.deepEqual(left, [], 'parts of uploads stay');
    await rm(ballast);
    assert.equal((await logPoints()).status, 200);
    assert.equal((await logFile(20)).status, 200);
    await assertKept();
  }
  assert.match(service.output(), /failed:/, 'the log says why');
  t.diagnostic(`${steps} points and ${assets.size} files were acknowledged and are there`);
}

test('a service with a full disk reports it, keeps all acknowledged data, and continues when there is space', {
  skip: skipSmallDisk,
}, async (t) => {
  const service = await serviceOnSmallDisk(t, '12m');
  await keepsItsWord(t, service);
  const copy = await temporaryFolder(t);
  await mkdir(copy, { recursive: true });
  for (const name of await readdir(service.dataFolder)) {
    if (name.startsWith('tracklens.db')) await copyFile(join(service.dataFolder, name), join(copy, name));
  }
  const database = new DatabaseSync(join(copy, 'tracklens.db'));
  assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  database.close();
});

test('deleting experiments frees a full disk, also one that has only metrics', {
  skip: skipSmallDisk,
}, async (t) => {
  const service = await serviceOnSmallDisk(t, '40m');
  const api = new API({ url: service.url, apiKey: service.apiKey, cache: false, retry: { attempts: 1 } });
  const logOne = async (index: number) => {
    const experiment = await APIExperiment.create({
      api,
      workspace: 'lab',
      projectName: `p${index % 2}`,
      start: false,
    });
    const names = Array.from({ length: 2000 }, (_, name) => [`${randomBytes(50).toString('hex')} ${name}`, 1]);
    await experiment.logMetrics(Object.fromEntries(names), { step: 1, signal });
    return experiment.key;
  };
  const reservedBytes = async () => (await stat(join(service.dataFolder, 'reserve')).catch(() => null))?.size ?? 0;
  while ((await reservedBytes()) === 0) await logOne(0);
  const keys = [await logOne(0), await logOne(1), await logOne(2)];
  for (let filling = 0; filling < 2; filling++) {
    fill(service.disk);
    let rejected = 0;
    for (let round = 0; round < 100 && rejected < 2; round++) {
      await logOne(round).then(
        (key) => keys.push(key),
        (error: unknown) => {
          assert.ok(isRestApiException(error) && error.status === 507, String(error));
          rejected++;
        },
      );
    }
    assert.equal(rejected, 2, 'nothing was rejected');
    await api.deleteExperiment(keys.shift()!);
    await api.deleteExperiments(keys.splice(0, keys.length - 1));
    keys.push(await logOne(0), await logOne(1));
    await rm(join(service.disk, 'ballast'));
    await api.deleteExperiment(keys.shift()!);
    await until(async () => (await reservedBytes()) === 8 * 1024 * 1024, 'the service to reserve space again');
  }
});

test('a service whose PostgreSQL has a full disk does the same', { skip: skipPostgresDisk }, async (t) => {
  await keepsItsWord(t, await serviceOnSmallPostgres(t, 'tables', '64m'));
});

test('a service whose PostgreSQL cannot write its WAL reports it, loses nothing, and continues', {
  skip: skipPostgresDisk,
}, async (t) => {
  const service = await serviceOnSmallPostgres(t, 'log', '16m');
  const api = new API({ url: service.url, apiKey: service.apiKey, cache: false, retry: { attempts: 1 } });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'free', start: false });
  const batch = 100;
  const outcomes: ('kept' | 'rejected' | 'unknown')[] = [];
  const logPoints = async () => {
    const from = outcomes.length * batch;
    const names = Array.from({ length: batch }, (_, index) => [
      `${randomBytes(500).toString('hex')} ${from + index}`,
      1,
    ]);
    try {
      await experiment.logMetrics(Object.fromEntries(names), { step: outcomes.length, signal });
      outcomes.push('kept');
    } catch (error) {
      assert.ok(isRestApiException(error), String(error));
      assert.equal(error.code, 'server', error.message);
      outcomes.push(error.status === 502 ? 'unknown' : 'rejected');
      if (error.status === 502) assert.match(error.message, /check whether it is stored/);
      else if (error.status === 507) assert.match(error.message, /disk of the service is full.*free space/);
      else assert.deepEqual([error.status, /database of the service .*Try again/.test(error.message)], [503, true]);
    }
    return outcomes.at(-1)!;
  };
  for (let filling = 0; filling < 2; filling++) {
    const ballast = fill(service.disk);
    let rejected = 0;
    for (let round = 0; round < 500 && rejected < 20; round++) if ((await logPoints()) !== 'kept') rejected++;
    assert.equal(rejected, 20, 'its log had free space');
    assert.match(service.output(), /could not write to file "pg_wal/);
    await rm(ballast);
    while ((await logPoints()) !== 'kept' && outcomes.length < 5000);
    const steps = new Map<number | null, number>();
    for (const { step } of await experiment.getMetrics()) steps.set(step, (steps.get(step) ?? 0) + 1);
    for (const [step, outcome] of outcomes.entries()) {
      const isThere = steps.has(step) && outcome === 'unknown';
      assert.equal(steps.get(step) ?? 0, outcome === 'kept' || isThere ? batch : 0, `${outcome} at ${step}`);
    }
  }
  const count = (of: string) => outcomes.filter((outcome) => outcome === of).length;
  t.diagnostic(`${count('kept')} batches kept, ${count('rejected')} rejected, ${count('unknown')} not known`);
});

test('the client reports the full disk at once, and its calls succeed when there is space', {
  skip: skipSmallDisk,
}, async (t) => {
  const service = await serviceOnSmallDisk(t, '12m');
  const folder = await temporaryFolder(t);
  const pauses: number[] = [];
  const retry = { pause: async (millis: number) => void pauses.push(millis) };
  const api = new API({ url: service.url, apiKey: service.apiKey, cache: false, spool: false, retry });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'free', start: false });
  const file = join(folder, 'file.bin');
  await writeFile(file, Buffer.alloc(1024 * 1024, 7));
  const calls = [
    ['logAsset', () => experiment.logAsset(file)],
    ['logHtml', () => experiment.logHtml('x'.repeat(3_000_000))],
    ['createProject', () => api.createProject('lab', 'rejected', { projectDescription: 'x'.repeat(3_000_000) })],
    ['setCode', () => experiment.setCode({ code: 'x'.repeat(3_000_000) })],
  ] as const;
  const ballast = fill(service.disk);
  for (const [name, call] of calls) {
    await assert.rejects(call(), (error) => {
      assert.ok(isRestApiException(error), String(error));
      assert.deepEqual([error.operation, error.code, error.status], [name, 'server', 507]);
      assert.match(error.message, /disk of the service is full.*free space/);
      // What is logged is queued, and need not be sent again.
      const remedy =
        name === 'createProject'
          ? /\. Send it again when .* has free space\.$/
          : /\. Do not repeat the call: .* is available\.$/;
      assert.match(error.message, remedy);
      return true;
    });
  }
  assert.deepEqual(pauses, [], 'sent again in vain');
  // Discards what stays queued.
  await assert.rejects(experiment.end({ timeoutMillis: 0 }), { status: 507 });
  await rm(ballast);
  assert.equal((await experiment.getAssetList()).length, 0);
  await experiment.logAsset(file);
  assert.equal((await experiment.getAssetList())[0]?.fileSize, 1024 * 1024);
});

test('a download without disk space fails with the file system error and leaves nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const api = new API({ url: service.url, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'free', start: false });
  const source = join(folder, 'source.bin');
  await writeFile(source, Buffer.alloc(4 * 1024 * 1024, 7));
  const { assetId } = await experiment.logAsset(source);
  const target = join(folder, 'to');
  await mkdir(target);
  const program = [process.execPath, '--conditions=@tracklens/source', inRoot('test', 'faults', 'small-file-limit.ts')];
  const limited = ['-c', 'ulimit -f 1024 && exec "$@"', 'sh'];
  const args = [...limited, ...program, service.url, apiKey, experiment.key, assetId, target];
  const { stdout } = await promisify(execFile)('sh', args, { timeout: 60_000 });
  // On a full disk the same call fails with ENOSPC.
  assert.deepEqual(JSON.parse(stdout), { failure: { code: 'EFBIG', syscall: 'write' }, left: [] });
});

/** Makes a database 6 MB larger. */
function addFiller(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 100)
    insert into service_facts select 'filler ' || n, printf('%060000d', n) from numbers`);
  database.close();
}

test('a backup of a folder whose disk is full says so and leaves nothing there', { skip: skipSmallDisk }, async (t) => {
  const { folder, scratch } = await loggedFolder(t);
  const file = join(folder, 'tracklens.db');
  addFiller(file);
  const { size } = await stat(file);
  const disk = join(scratch, 'disk');
  await mkdir(disk);
  const data = join(disk, 'data');
  const script = `cp -r "$1" "$2" && shift 2 && ! "$@" && ls "$data/incoming"`;
  const backup = [...program, 'backup', join(scratch, 'backup.zip'), '--data', data];
  // Has space for the folder, and for a part of the copy.
  const args = [...ownMounts, `${size + 2_000_000}`, disk, 'sh', '-c', script, 'sh', folder, data, ...backup];
  const { stdout, stderr } = await promisify(execFile)('unshare', args, {
    timeout: 60_000,
    env: { ...process.env, data },
  });
  assert.match(stderr, /^tracklens: The disk of \S+ is full \(.*\)\. Free space there/);
  assert.equal(stdout, '');
});

test('a repair on a full disk reports it and leaves the damaged database as it was', {
  skip: skipSmallDisk,
}, async (t) => {
  const { folder, scratch } = await loggedFolder(t);
  const file = join(folder, 'tracklens.db');
  addFiller(file);
  await damagePage(folder, 'experiment_tags', 0);
  const { size } = await stat(file);
  const disk = join(scratch, 'disk');
  await mkdir(disk);
  // Copies the folder to the small disk, and compares the database after the repair.
  const script = `source="$1" data="$2" && shift 2 && mkdir "$data" && cp "$source/tracklens.db" "$data" && "$@"
    cmp "$source/tracklens.db" "$data/tracklens.db" && rmdir "$data/incoming" && ls "$data" && rm -r "$data"`;
  const data = join(disk, 'data');
  const repair = [...program, 'check', '--repair', '--data', data];
  // The failure comes while rows are inserted, or when the last ones are committed.
  for (const free of [2_000_000, size - 100_000]) {
    const args = [...ownMounts, `${size + free}`, disk, 'sh', '-c', script, 'sh', folder, data, ...repair];
    const { stdout, stderr } = await promisify(execFile)('unshare', args, { timeout: 60_000 });
    assert.match(
      stderr,
      /^tracklens: The repair cannot write .*full.* Free space there, then run it again\. .* is unchanged\./,
    );
    assert.equal(stdout, 'tracklens.db\n');
  }
});
