import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { serviceClient } from './service-client.ts';

const script = fileURLToPath(new URL('./log_everything.py', import.meta.url));

/** What the script writes: each point as the Python text of its value, its step and its epoch. */
interface Logged {
  readonly key: string;
  readonly metrics: Readonly<Record<string, readonly (readonly [string, number, number | null])[]>>;
  readonly complaints: readonly string[];
}

/**
 * Seen once, on a busy machine, while every value arrived: the SDK warned that a file of its own offline copy was gone. Its source
 * suggests that the copy's folder is removed while a thread still writes there; that has not been proved, and this one message is the
 * only one left out.
 */
const ownRace = /^WARNING Unknown offline streaming error: FileNotFoundError\b/;

const fromPython = (text: string) => Number(text.replace('inf', 'Infinity').replace('nan', 'NaN'));

test('a run logged by the real Python SDK is read back as it was logged, and the SDK complains of nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-sdk-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { python, env } = await pythonEnvironment();
  const service = await startLocalService(join(folder, 'data'));
  t.after(() => service.stop());
  const result = join(folder, 'logged.json');
  const quiet = { COMET_ERROR_TRACKING_ENABLE: 'false' };
  await promisify(execFile)(python, [script, result], {
    cwd: folder,
    env: { ...env, ...service.env, ...quiet },
    timeout: 180_000,
  });
  const logged = JSON.parse(await readFile(result, 'utf8')) as Logged;
  const client = await serviceClient(service);
  const of = `experimentKey=${logged.key}`;
  const read = <T>(path: string) => client.get<T>(`/api/rest/v2/${path}`);

  await t.test('no warning, no error', () => {
    assert.deepEqual(
      logged.complaints.filter((complaint) => !ownRace.test(complaint)),
      [],
    );
  });
  assert.doesNotMatch(service.output(), /failed:/);

  for (const [name, points] of Object.entries(logged.metrics)) {
    await t.test(`${points.length} points of ${name}`, async () => {
      const { metrics } = await read<{ metrics: { metricValue: string; step: number; epoch: number | null }[] }>(
        `experiment/metrics/get-metric?${of}&metricName=${name}`,
      );
      assert.deepEqual(
        metrics.map((point) => [Number(point.metricValue), point.step, point.epoch]),
        points.map(([value, step, epoch]) => [fromPython(value), step, epoch]),
      );
    });
  }

  await t.test('the run has ended under its name', async () => {
    const metadata = await read<Record<string, unknown>>(`experiment/metadata?${of}`);
    assert.deepEqual(
      [metadata.running, metadata.hasCrashed, metadata.experimentName, metadata.workspaceName, metadata.projectName],
      [false, false, 'everything at once', 'lab', 'everything'],
    );
    assert.equal(metadata.fileName, 'log_everything.py');
    const mirror = await read<{ experiments: { experimentKey: string }[] }>(
      'experiments?workspaceName=lab&projectName=mirror&archived=False',
    );
    assert.deepEqual(
      mirror.experiments.map((experiment) => experiment.experimentKey),
      [logged.key],
    );
  });

  await t.test('parameters, tags, other items, HTML, output', async () => {
    type Values = { values: { name: string; valueCurrent: string }[] };
    const values = async (path: string) =>
      Object.fromEntries((await read<Values>(`${path}?${of}`)).values.map((item) => [item.name, item.valueCurrent]));
    const parameters = await values('experiment/parameters');
    assert.deepEqual([parameters.lr, parameters.optimizer, parameters['layers|first']], ['0.01', 'adam', '64']);
    assert.equal((await values('experiment/log-other')).note, 'kept');
    assert.deepEqual((await read<{ tags: string[] }>(`experiment/tags?${of}`)).tags.toSorted(), ['alpha', 'beta']);
    assert.match((await read<{ html: string }>(`experiment/html?${of}`)).html, /<p>hello<\/p>/);
    const { output } = await read<{ output: string }>(`experiment/output?${of}`);
    assert.match(output, /a line of output\n/);
    assert.match(output, /a line of errors\n/);
  });

  await t.test('the machine and the environment', async () => {
    const details = await read<Record<string, unknown>>(`experiment/system-details?${of}`);
    assert.match(String(details.pythonVersion), /^3\./);
    assert.ok((details.installedPackages as string[]).some((line) => /^comet[-_]ml\b/.test(line)));
    assert.ok((details.command as string[]).some((part) => part.endsWith('log_everything.py')));
  });

  await t.test('files of every type', async () => {
    const { assets } = await read<{ assets: { fileName: string; type: string; assetId: string }[] }>(
      `experiment/asset/list?${of}&type=all`,
    );
    const types = new Set(assets.map((asset) => asset.type));
    for (const type of [
      'asset',
      'text-sample',
      'confusion-matrix',
      'histogram3d',
      'curve',
      'image',
      'source_code',
      '3d-image',
    ]) {
      assert.ok(types.has(type), `${type} is missing among ${[...types]}`);
    }
    const data = assets.find((asset) => asset.fileName === 'data.json')!;
    assert.equal(
      await client.text(`/api/rest/v2/experiment/asset/get-asset?${of}&assetId=${data.assetId}`),
      '{"rows": 2}',
    );
    const source = assets.find((asset) => asset.type === 'source_code')!;
    assert.equal(
      await client.text(`/api/rest/v2/experiment/asset/get-asset?${of}&assetId=${source.assetId}`),
      await readFile(script, 'utf8'),
    );
  });

  await t.test('the artifact and the registered model', async () => {
    const { artifacts } = await read<{ artifacts: { name: string; versionsCount: number; sizeInBytes: number }[] }>(
      'artifacts/get-all?workspace=lab',
    );
    const size = (await readFile(script)).length;
    assert.deepEqual(
      artifacts.map((artifact) => [artifact.name, artifact.versionsCount, artifact.sizeInBytes]),
      [['table', 1, size]],
    );
    const model = await read<{ versions: { version: string; assets: unknown[] }[] }>(
      'registry-model/details?workspaceName=lab&modelName=net',
    );
    assert.deepEqual(
      model.versions.map((version) => version.version),
      ['1.0.0'],
    );
  });
});
