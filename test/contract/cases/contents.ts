import assert from 'node:assert/strict';
import { APIExperiment } from '@tracklens/core';
import type { ContractCase } from '../contract-service.ts';

const bytes = new Uint8Array([1, 2, 3]);
async function* streamed() {
  yield bytes.subarray(0, 1);
  yield bytes.subarray(1);
}

/** Content that is logged without a file, and values that are read as numbers. */
export const contentCases: readonly ContractCase[] = [
  {
    title: 'bytes, a Blob, a stream and a JSON value are logged without a file',
    async run({ experiment }) {
      const run = await experiment('contents');
      const contents = { bytes, blob: new Blob([bytes]), generator: streamed(), stream: new Blob([bytes]).stream() };
      for (const [name, content] of Object.entries(contents)) {
        await run.logAsset(content, { name: `${name}.bin` });
        assert.deepEqual(await run.getAssetByName(`${name}.bin`), bytes, name);
      }
      await run.logAsset({ a: [1, null] }, { name: 'a.json', metadata: { kind: 'value' } });
      assert.deepEqual(await run.getAssetByName('a.json', { returnType: 'json' }), { a: [1, null] });
      await run.logImage(bytes, { imageName: 'one.png', step: 3 });
      const [image] = await run.getAssetList({ assetType: 'image' });
      assert.deepEqual([image?.fileName, image?.step, image?.fileSize], ['one.png', 3, 3]);
      await assert.rejects(run.logAsset(bytes), { code: 'invalid', message: /give name/ });
      await assert.rejects(run.logAsset(5 as never), { code: 'invalid', message: /a path, a URL, bytes/ });
    },
  },
  {
    title: 'a URL is logged as a link',
    async run({ experiment }) {
      const run = await experiment('links');
      await run.logAsset(new URL('s3://bucket/folder/weights.bin'));
      await run.logAsset(new URL('s3://bucket/50%25%20of%20it.bin'));
      await run.logAsset(new URL('s3://bucket/50%.bin'));
      const links = (await run.getAssetList()).map(({ fileName, link }) => [fileName, link]);
      assert.deepEqual(links.sort(), [
        ['50% of it.bin', 's3://bucket/50%25%20of%20it.bin'],
        ['50%.bin', 's3://bucket/50%.bin'],
        ['weights.bin', 's3://bucket/folder/weights.bin'],
      ]);
    },
  },
  {
    title: 'typed arrays and maps are logged like lists and objects',
    async run({ experiment }) {
      const run = await experiment('typed');
      await run.logCurve('f', new Float32Array([0, 1]), new Float64Array([0.5, Number.NaN]));
      const [curve] = await run.getCurves();
      assert.deepEqual(
        [curve?.x, curve?.y],
        [
          [0, 1],
          [0.5, Number.NaN],
        ],
      );
      await run.logParameters(
        new Map<string, unknown>([
          ['m', new Map([['a', 1]])],
          ['t', new Int8Array([1, 2])],
        ]),
      );
      const parameters = (await run.getParametersSummary()).map(({ name, valueCurrent }) => [name, valueCurrent]);
      assert.deepEqual(parameters.sort(), [
        ['m|a', '1'],
        ['t', '[1,2]'],
      ]);
      await run.logMetrics(new Map([['loss', 0.5]]));
      assert.equal((await run.getMetricsSummary({ metric: 'loss' }))?.valueCurrent, '0.5');
    },
  },
  {
    title: 'a metric is read as typed arrays, and an unknown one is null',
    async run({ experiment }) {
      const run = await experiment('series');
      await run.logMetric('loss', Number.NaN, { step: 1, timestamp: 1000 });
      await run.logMetric('loss', 0.25, { timestamp: 2000 });
      const series = await run.getMetricSeries('loss');
      assert.deepEqual(series?.steps, new Float64Array([1, Number.NaN]));
      assert.deepEqual(series?.values, new Float64Array([Number.NaN, 0.25]));
      assert.deepEqual(series?.times, new Float64Array([1000, 2000]));
      assert.equal(await run.getMetricSeries('absent'), null);
    },
  },
  {
    title: 'an opened experiment has its name and address',
    async run({ api, workspace, experiment }) {
      const { key } = await experiment('opened');
      const opened = await APIExperiment.open(key, { api });
      assert.deepEqual([opened.workspace, opened.projectName], [workspace, 'opened']);
      assert.match(opened.url ?? '', new RegExp(`/${workspace}/opened/${key}$`));
      await assert.rejects(APIExperiment.open('0'.repeat(32), { api }), { code: 'not-found' });
      const unopened = new APIExperiment({ api, previousExperiment: key });
      assert.deepEqual([unopened.name, unopened.url], [null, null]);
      await opened.setName('chosen elsewhere');
      assert.equal(await unopened.getName(), 'chosen elsewhere');
      assert.equal(unopened.name, 'chosen elsewhere');
    },
  },
];
