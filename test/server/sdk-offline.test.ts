import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetsOf, assetText, pointsOf, sdkSession, valuesOf } from './sdk-session.ts';

interface Upload {
  readonly status: number;
  readonly output: string;
}

interface Offline {
  readonly key: string;
  readonly movedKey: string;
  readonly startMillis: readonly [number, number];
  readonly uploads: Readonly<Record<'first' | 'again' | 'forced' | 'more', Upload>>;
}

test('what the SDK logged offline is stored by its upload', async (t) => {
  const session = await sdkSession<Offline>(t, 'log_offline.py');
  const { key, movedKey, uploads } = session.logged;

  await t.test('an archive is sent once, again only when that is forced, and then as a new experiment', async () => {
    const statuses = Object.entries(uploads).map(([name, { status }]) => [name, status]);
    assert.deepEqual(Object.fromEntries(statuses), { first: 0, again: 1, forced: 0, more: 0 });
    assert.match(uploads.again.output, /experiment was already uploaded/);
    for (const name of ['first', 'forced', 'more'] as const) {
      assert.doesNotMatch(uploads[name].output, /WARNING|ERROR/, name);
    }
    const { experiments } = await session.read<{ experiments: { experimentKey: string }[] }>(
      'experiments?workspaceName=lab&projectName=offline&archived=False',
    );
    assert.equal(experiments.length, 2);
    const copy = experiments.find(({ experimentKey }) => experimentKey !== key)!;
    assert.equal((await pointsOf(session, copy.experimentKey, 'loss')).length, 3000);
  });

  await t.test('points of both archives are stored once', async () => {
    // The SDK writes points of one millisecond to its archive in any order, and sends them in this order.
    const points = await pointsOf(session, key, 'loss');
    assert.deepEqual(
      points.toSorted((a, b) => a[1]! - b[1]!),
      Array.from({ length: 3010 }, (_, step) => [1 / (1 + step), step, null]),
    );
    assert.deepEqual(await pointsOf(session, key, 'odd'), [[Number.NaN, 0, null]]);
  });

  await t.test('parameters, other items, tags, HTML, output', async () => {
    const { lr, 'net|width': width } = await valuesOf(session, 'parameters', key);
    assert.deepEqual([lr, width], ['0.1', '3']);
    const { note, Name } = await valuesOf(session, 'log-other', key);
    assert.deepEqual([note, Name], ['kept', 'without a service']);
    const of = `experimentKey=${key}`;
    assert.deepEqual((await session.read<{ tags: string[] }>(`experiment/tags?${of}`)).tags, ['offline']);
    assert.equal((await session.read<{ html: string }>(`experiment/html?${of}`)).html, '<b>offline</b>');
    assert.match((await session.read<{ output: string }>(`experiment/output?${of}`)).output, /a line of output\n/);
  });

  await t.test('files', async () => {
    const assets = await assetsOf(session, key);
    const byName = (name: string) => assets.find(({ fileName }) => fileName === name)!;
    assert.equal(await assetText(session, key, byName('data.json').assetId), '{"a": 1}');
    assert.deepEqual([byName('data.json').step, byName('pixels').type, byName('pixels').step], [2, 'image', 1]);
    assert.deepEqual([byName('data.csv').remote, byName('data.csv').link], [true, 'https://files.example/data.csv']);
    const { models } = await session.read<{ models: { modelName: string }[] }>(`experiment/model?experimentKey=${key}`);
    assert.deepEqual(
      models.map(({ modelName }) => modelName),
      ['net'],
    );
  });

  await t.test('the times are those of the run, not of the upload, and the run has ended', async () => {
    const { startTimeMillis, endTimeMillis, running, hasCrashed } = await session.read<Record<string, number>>(
      `experiment/metadata?experimentKey=${key}`,
    );
    const [before, after] = session.logged.startMillis;
    assert.ok(before <= startTimeMillis! && startTimeMillis! <= after, `${before} ${startTimeMillis} ${after}`);
    assert.ok(endTimeMillis! >= startTimeMillis!);
    assert.deepEqual([running, hasCrashed], [false, false]);
  });

  await t.test('a project given at the upload is used', async () => {
    const { projectName } = await session.read<Record<string, unknown>>(
      `experiment/metadata?experimentKey=${movedKey}`,
    );
    assert.equal(projectName, 'offline-moved');
  });
});
