import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { until } from '../until.ts';
import { type RunningCommand, runProgram } from './running-command.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';

const rest = '/api/rest/v2';

async function outputOf(command: RunningCommand, status = 0): Promise<string> {
  assert.equal(await command.ended, status, command.printed());
  return command.printed();
}

async function startedClient(t: TestContext, folder: string): Promise<{ client: ServiceClient; end(): Promise<void> }> {
  const service = runProgram(t, 'serve', '--data', folder);
  const client = await serviceClient({ url: await service.ready(), apiKeyFile: join(folder, 'api-key') });
  const end = async () => {
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0, service.printed());
  };
  return { client, end };
}

/** Acknowledged writes of one writer, in order. */
interface Acknowledged {
  readonly experimentKey: string;
  steps: number;
  readonly assets: { readonly assetId: string; readonly content: string; deleted: boolean }[];
}

async function write(client: ServiceClient, written: Acknowledged, isDone: () => boolean): Promise<void> {
  const { experimentKey } = written;
  for (let round = 0; !isDone(); round++) {
    const values = Array.from({ length: 200 }, (_, index) => written.steps + index).map((step) => ({
      metricName: 'loss',
      metricValue: Math.cos(step),
      step,
      timestamp: step,
    }));
    await client.post('/clientlib/batch/logger/experiment/metric', { experimentKey, values });
    written.steps += values.length;
    const assetId = randomUUID().replaceAll('-', '');
    const content = `${assetId} `.repeat(100 + round * 10);
    await client.upload(`/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${assetId}`, content);
    written.assets.push({ assetId, content, deleted: false });
    const old = written.assets[round % 3 === 2 ? round - 2 : -1];
    if (old === undefined) continue;
    old.deleted = true;
    await client.get(`${rest}/write/experiment/asset/delete?experimentKey=${experimentKey}&assetId=${old.assetId}`);
  }
}

test('a backup during writes has all acknowledged data and is consistent', async (t) => {
  const scratch = await temporaryFolder(t);
  const [folder, file, restored] = ['data', 'backup.zip', 'restored'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  const { client, end } = await startedClient(t, folder);
  const writers: Acknowledged[] = ['a', 'b', 'c', 'd'].map((letter) => ({
    experimentKey: letter.repeat(32),
    steps: 0,
    assets: [],
  }));
  for (const { experimentKey } of writers) await client.post('/clientlib/logger/add/run', { experimentKey });
  let done = false;
  const writing = writers.map((writer) => write(client, writer, () => done));
  await until(() => writers.every(({ assets }) => assets.length >= 5), 'each writer to log five files');
  const before = writers.map(({ steps, assets }) => ({
    steps,
    kept: assets.filter(({ deleted }) => !deleted).map(({ assetId }) => assetId),
  }));
  const output = await outputOf(runProgram(t, 'backup', file, '--data', folder));
  done = true;
  await Promise.all(writing);
  assert.match(output, /^Backed up 4 experiments and \d+ files \(.+ [kM]B\) of \S+ to \S+\.\nIt holds the API key/);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(join(folder, 'incoming')), [], 'the snapshot is left');

  const report = await outputOf(runProgram(t, 'restore', file, '--data', restored));
  assert.match(report, /^Restored 4 experiments and \d+ files to \S+\.\n/);
  await outputOf(runProgram(t, 'check', '--data', restored));
  const copy = await startedClient(t, restored);
  for (const [index, { experimentKey, assets, steps }] of writers.entries()) {
    const { metrics } = await copy.client.get<{ metrics: { step: number; metricValue: string }[] }>(
      `${rest}/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=loss`,
    );
    assert.ok(metrics.length >= before[index]!.steps && metrics.length <= steps, `${metrics.length} points`);
    assert.equal(metrics.length % 200, 0, 'a batch is torn');
    metrics.forEach(({ step, metricValue }, at) => {
      assert.deepEqual([step, Number(metricValue)], [at, Math.cos(at)]);
    });
    const list = await copy.client.get<{ assets: { assetId: string }[] }>(
      `${rest}/experiment/asset/list?experimentKey=${experimentKey}`,
    );
    const contents = new Map(assets.map(({ assetId, content }) => [assetId, content]));
    for (const { assetId } of list.assets) {
      const path = `${rest}/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`;
      assert.equal(await copy.client.text(path), contents.get(assetId));
    }
    const there = new Set(list.assets.map(({ assetId }) => assetId));
    const deletedSince = new Set(assets.filter(({ deleted }) => deleted).map(({ assetId }) => assetId));
    assert.deepEqual(
      before[index]!.kept.filter((assetId) => !there.has(assetId) && !deletedSince.has(assetId)),
      [],
    );
  }
  await copy.end();
  await end();
  const sizes = writers.map(({ steps }) => steps);
  t.diagnostic(`${before.map(({ steps }) => steps)} points before the backup, ${sizes} after it`);
  // Files deleted during the snapshot are removed after it.
  const left = (await readdir(join(folder, 'assets'), { recursive: true })).filter((name) => /[0-9a-f]{64}/.test(name));
  const kept = writers.flatMap(({ assets }) => assets.filter(({ deleted }) => !deleted).map(({ content }) => content));
  const hashes = new Set(kept.map((content) => createHash('sha256').update(content).digest('hex')));
  assert.equal(left.length, hashes.size);
});

/** Creates a data folder with one experiment and one file, stops its service, and makes a backup. */
async function backedUp(t: TestContext): Promise<{ scratch: string; folder: string; file: string }> {
  const scratch = await temporaryFolder(t);
  const [folder, file] = [join(scratch, 'data'), join(scratch, 'backup.zip')];
  const service = await startService({ dataFolder: folder });
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const api = new API({ url: service.url, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'one', start: false });
  await experiment.logMetrics({ loss: 1 }, { step: 1 });
  const asset = join(scratch, 'asset.bin');
  await writeFile(asset, 'asset '.repeat(100_000));
  await experiment.logAsset(asset);
  await service.close();
  await outputOf(runProgram(t, 'backup', file, '--data', folder));
  return { scratch, folder, file };
}

test('a killed service can be backed up, and the restored one accepts the same key', async (t) => {
  const { scratch, folder } = await backedUp(t);
  await writeFile(join(folder, 'service.json'), JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1 }));
  const file = join(scratch, 'second.zip');
  await outputOf(runProgram(t, 'backup', file, '--data', folder));
  const restored = join(scratch, 'restored');
  await mkdir(restored);
  await outputOf(runProgram(t, 'restore', file, '--data', restored));
  assert.equal(await readFile(join(restored, 'api-key'), 'utf8'), await readFile(join(folder, 'api-key'), 'utf8'));
  assert.ok(!existsSync(join(restored, 'service.json')));
});

test('a check runs during writes and finds damage', async (t) => {
  const folder = join(await temporaryFolder(t), 'data');
  const { client, end } = await startedClient(t, folder);
  const writer: Acknowledged = { experimentKey: 'a'.repeat(32), steps: 0, assets: [] };
  await client.post('/clientlib/logger/add/run', { experimentKey: writer.experimentKey });
  let done = false;
  const writing = write(client, writer, () => done);
  await until(() => writer.assets.length >= 5, 'the writer to log five files');
  const whole = await outputOf(runProgram(t, 'check', '--data', folder));
  assert.match(whole, /^Checking \S+, whose service runs\n(?:\w+: .+: ok\n){4}No problems are left\.\n$/);
  assert.match(
    await outputOf(runProgram(t, 'check', '--repair', '--data', folder), 1),
    /^tracklens: A service runs on \S+\. Stop it, then repair\.\n$/,
  );
  done = true;
  await writing;
  const [name] = (await readdir(join(folder, 'assets'), { recursive: true })).filter((path) =>
    /[0-9a-f]{64}/.test(path),
  );
  await rm(join(folder, 'assets', name!));
  const torn = await outputOf(runProgram(t, 'check', '--data', folder), 1);
  assert.match(torn, /^files: .*: 1 problem\n {2}assets\/\S+ is missing: it belongs to/m);
  await end();
  const repaired = await outputOf(runProgram(t, 'check', '--repair', '--data', folder));
  assert.match(repaired, /repaired: .* lost\nNo problems are left\.\n$/);
});
