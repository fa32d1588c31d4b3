import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, Artifact } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { runProgram } from './running-command.ts';

const workspace = 'lab';
const projectName = 'digits';

/** Starts a service in this process; returns its client. */
async function clientOf(t: TestContext, options: Parameters<typeof startService>[0]): Promise<API> {
  const service = await startService(options);
  cleanup(t).defer(() => service.close());
  return new API({ url: service.url, apiKey: (await readFile(service.apiKeyFile, 'utf8')).trim(), spool: false });
}

/** Logs two runs with content of many kinds. */
async function logRuns(api: API): Promise<void> {
  const first = await APIExperiment.create({ api, workspace, projectName, experimentName: 'first' });
  const pixels = Uint8Array.of(1, 2, 3, 255);
  void first.logParameters({ optimizer: { name: 'adam', rate: 0.01 } });
  for (let step = 0; step < 100; step++) void first.logMetrics({ loss: 1 / (step + 1), odd: Number.NaN }, { step });
  void first.addTags(['one', 'two']);
  void first.logOther('notes', '## Plan');
  void first.setModelGraph('graph');
  void first.logHtml('<p>Report</p>');
  void first.logAsset({ epochs: 3 }, { name: 'settings.json' });
  void first.logAsset(new URL('s3://bucket/data.csv'));
  void first.logImage(pixels, { imageName: 'cat.png', step: 1 });
  void first.logTable('scores.csv', { tabularData: [{ label: 'cat', score: 0.9 }] });
  void first.logConfusionMatrix({ yTrue: [0, 1, 1], yPredicted: [0, 1, 0], labels: ['cat', 'dog'] });
  void first.logCode({ code: 'print(1)', codeName: 'cell.py' });
  await first.logPoints3d('scene', {
    points: [
      [0, 0, 0],
      [1, 2, 3],
    ],
  });
  await first.logModel('net', pixels, { fileName: 'net.bin' });
  await first.registerModel('net', { tags: ['candidate'] });
  const artifact = new Artifact('scores', { artifactType: 'dataset', aliases: ['best'] });
  await first.logArtifact(artifact.add(pixels, { logicalPath: 'scores.bin' }));
  await first.end();
  const second = await APIExperiment.create({ api, workspace, projectName, experimentName: 'second' });
  await second.getArtifact('scores', { versionOrAlias: 'best' });
  await second.setState('crashed');
  await second.end();
}

/** Returns what the client reads of the project, without ids that a service creates and the address of a service. */
async function contentOf(api: API): Promise<string> {
  const experiments = await api.getExperiments(workspace, { projectName });
  const contents = experiments.map(async (experiment) => {
    const json = await experiment.toJson({ full: true });
    assert.ok('asset_list' in json);
    const { asset_list: assets, ...others } = json;
    const files = assets.map(async ({ assetId, ...asset }) => ({
      ...asset,
      content: asset.remote ? asset.link : Buffer.from(await experiment.getAsset(assetId)).toString('base64'),
    }));
    const lineage = await experiment.getArtifactLineage();
    return { ...others, files: await Promise.all(files), lineage, state: await experiment.getState() };
  });
  const model = await (await api.getModel(workspace, 'net')).getDetails();
  const text = JSON.stringify([await Promise.all(contents), model], null, 1);
  const keys = experiments.map(({ key }) => key);
  return text
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}/g, (id) => (keys.includes(id) ? id : 'id'))
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://service');
}

test('a recording of a running service has what the client logged, and any service opens it', async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'data');
  const api = await clientOf(t, { dataFolder: data });
  await logRuns(api);
  const output = join(folder, 'runs.tracklens');
  const command = () => runProgram(t, 'record', `${workspace}/${projectName}`, '--data', data, '--output', output);
  const first = command();
  assert.equal(await first.ended, 0, first.printed());
  assert.match(first.printed(), /^Recording lab\/digits of .*\n.*runs\.tracklens: 2 experiments, [\d.]+ kB\n/);
  const again = command();
  assert.equal(await again.ended, 1);
  assert.match(again.printed(), /runs\.tracklens already exists\. Give another file with --output/);
  assert.deepEqual((await readdir(folder)).sort(), ['data', 'runs.tracklens']);

  const loaded = await clientOf(t, { dataFolder: join(folder, 'loaded'), recording: output });
  assert.equal(await contentOf(loaded), await contentOf(api));
});
