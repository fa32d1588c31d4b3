import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assetsOf, assetText, pointsOf, sdkSession, valuesOf } from './sdk-session.ts';

/** Output of the script: each point as the Python text of its value, its step and its epoch. */
interface Logged {
  readonly key: string;
  readonly metrics: Readonly<Record<string, readonly (readonly [string, number, number | null])[]>>;
}

const fromPython = (text: string) => Number(text.replace('inf', 'Infinity').replace('nan', 'NaN'));

test('a run logged by the real Python SDK is read back as logged, without warnings of the SDK', async (t) => {
  const session = await sdkSession<Logged>(t, 'log_everything.py');
  const { key, metrics } = session.logged;
  const of = `experimentKey=${key}`;

  for (const [name, points] of Object.entries(metrics)) {
    await t.test(`${points.length} points of ${name}`, async () => {
      assert.deepEqual(
        await pointsOf(session, key, name),
        points.map(([value, step, epoch]) => [fromPython(value), step, epoch]),
      );
    });
  }

  await t.test('the run has its name and has ended', async () => {
    const metadata = await session.read<Record<string, unknown>>(`experiment/metadata?${of}`);
    assert.deepEqual(
      [metadata.running, metadata.hasCrashed, metadata.experimentName, metadata.workspaceName, metadata.projectName],
      [false, false, 'everything at once', 'lab', 'everything'],
    );
    assert.equal(metadata.fileName, 'log_everything.py');
    const mirror = await session.read<{ experiments: { experimentKey: string }[] }>(
      'experiments?workspaceName=lab&projectName=mirror&archived=False',
    );
    assert.deepEqual(
      mirror.experiments.map((experiment) => experiment.experimentKey),
      [key],
    );
  });

  await t.test('parameters, tags, other items, HTML, output', async () => {
    const parameters = await valuesOf(session, 'parameters', key);
    assert.deepEqual([parameters.lr, parameters.optimizer, parameters['layers|first']], ['0.01', 'adam', '64']);
    assert.equal((await valuesOf(session, 'log-other', key)).note, 'kept');
    const { tags } = await session.read<{ tags: string[] }>(`experiment/tags?${of}`);
    assert.deepEqual(tags.toSorted(), ['alpha', 'beta']);
    assert.match((await session.read<{ html: string }>(`experiment/html?${of}`)).html, /<p>hello<\/p>/);
    const { output } = await session.read<{ output: string }>(`experiment/output?${of}`);
    assert.match(output, /a line of output\n/);
    assert.match(output, /a line of errors\n/);
  });

  await t.test('the machine and the environment', async () => {
    const details = await session.read<Record<string, unknown>>(`experiment/system-details?${of}`);
    assert.match(String(details.pythonVersion), /^3\./);
    assert.ok((details.installedPackages as string[]).some((line) => /^comet[-_]ml\b/.test(line)));
    assert.ok((details.command as string[]).some((part) => part.endsWith('log_everything.py')));
    const machine = details.systemMetricNames as string[];
    for (const name of ['sys.cpu.percent.avg', 'sys.ram.total', 'sys.load.avg'])
      assert.ok(machine.includes(name), name);
  });

  await t.test('files of every type', async () => {
    const assets = await assetsOf(session, key);
    const types = new Set(assets.map((asset) => asset.type));
    for (const type of ['asset', 'text-sample', 'confusion-matrix', 'histogram3d', 'curve', 'image', 'source_code']) {
      assert.ok(types.has(type), `${type} is missing among ${[...types]}`);
    }
    const data = assets.find((asset) => asset.fileName === 'data.json')!;
    assert.equal(await assetText(session, key, data.assetId), '{"rows": 2}');
    const source = assets.find((asset) => asset.type === 'source_code')!;
    const script = await readFile(session.script, 'utf8');
    assert.equal(await assetText(session, key, source.assetId), script);
    assert.equal((await session.read<{ code: string }>(`experiment/code?${of}`)).code, script);
  });

  await t.test('the artifact and the registered model', async () => {
    const { artifacts } = await session.read<{
      artifacts: { name: string; versionsCount: number; sizeInBytes: number }[];
    }>('artifacts/get-all?workspace=lab');
    const size = (await readFile(session.script)).length;
    assert.deepEqual(
      artifacts.map((artifact) => [artifact.name, artifact.versionsCount, artifact.sizeInBytes]),
      [['table', 1, size]],
    );
    const model = await session.read<{ versions: { version: string; assets: unknown[] }[] }>(
      'registry-model/details?workspaceName=lab&modelName=net',
    );
    assert.deepEqual(
      model.versions.map((version) => version.version),
      ['1.0.0'],
    );
  });
});
