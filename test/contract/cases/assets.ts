import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@tracklens/core/contract';
import { multipart } from '../../../packages/core/src/client/multipart.ts';
import type { ContractCase } from '../contract-service.ts';

const { assets } = contract;

/** Returns a multipart body. */
function content(...parts: Parameters<typeof multipart>[0]) {
  const { type, body } = multipart(parts);
  return { type, body };
}

const bytes = new TextEncoder();

export const assetCases: readonly ContractCase[] = [
  {
    title: 'a file becomes an asset with its metadata, and comes back byte for byte',
    async run({ api, experiment, folder }) {
      const one = await experiment();
      const path = join(folder, 'data.json');
      await writeFile(path, '{"a":[1,2]}');
      const { assetId } = await one.logAsset(path, { name: 'data.json', step: 3, metadata: { kind: 'test', n: 1 } });
      const [listed] = await one.getAssetList();
      assert.deepEqual(
        [listed?.assetId, listed?.fileName, listed?.fileSize, listed?.step, listed?.metadata],
        [assetId, 'data.json', 11, 3, { kind: 'test', n: 1 }],
      );
      assert.equal(new TextDecoder().decode(await one.getAsset(assetId)), '{"a":[1,2]}');
      assert.deepEqual(await one.getAsset(assetId, { returnType: 'json' }), { a: [1, 2] });
      assert.deepEqual(await one.getAssetByName('data.json', { returnType: 'json' }), { a: [1, 2] });
      assert.equal(await one.getAssetByName('absent'), null);
      const copy = join(folder, 'copy.json');
      await api.downloadExperimentAsset(one.key, assetId, copy);
      assert.equal(await readFile(copy, 'utf8'), '{"a":[1,2]}');
      await assert.rejects(api.downloadExperimentAsset(one.key, assetId, copy), { code: 'EEXIST' });
      await assert.rejects(api.downloadExperimentAsset(one.key, '0'.repeat(32), join(folder, 'no')), {
        code: 'not-found',
      });
      await one.deleteAsset(assetId);
      assert.deepEqual(await one.getAssetList(), []);
    },
  },
  {
    title: 'a file of some megabytes streams',
    async run({ experiment, folder }) {
      const one = await experiment();
      const path = join(folder, 'large.bin');
      const large = Buffer.alloc(6 * 1024 * 1024, 'tracklens');
      await writeFile(path, large);
      let reported = 0;
      const { assetId } = await one.logAsset(path, { onProgress: ({ sentBytes }) => (reported = sentBytes) });
      assert.equal(reported, large.length);
      assert.ok(large.equals(await one.getAsset(assetId)));
    },
  },
  {
    title: 'images keep their metadata, videos their format',
    async run({ experiment, folder }) {
      const one = await experiment();
      await writeFile(join(folder, 'i.png'), 'png');
      await one.logImage(join(folder, 'i.png'), { imageName: 'first', step: 1, metadata: { label: 7 } });
      await one.logVideo(bytes.encode('gif'), { name: 'v.gif' });
      const [image] = await one.getAssetList({ assetType: 'image' });
      assert.deepEqual([image?.fileName, image?.image, image?.metadata], ['first', true, { label: 7 }]);
      const [video] = await one.getAssetList({ assetType: 'video' });
      assert.deepEqual([video?.fileName, video?.video], ['v.gif', true]);
      await assert.rejects(one.logVideo('v.txt'), { code: 'invalid' });
      await assert.rejects(one.logImage(join(folder, 'absent.png')), { code: 'ENOENT' });
    },
  },
  {
    title: 'an asset is found by any type that it was logged with, and by no other',
    async run({ wire, experiment, folder }) {
      const one = await experiment();
      await writeFile(join(folder, 'own.txt'), 'own');
      await one.logAsset(join(folder, 'own.txt'), { name: 'own.txt', ftype: "a team's own/type" });
      // The Python SDK logs this for a conda environment.
      const query = { experimentId: one.key, fileName: 'conda-spec.txt', type: 'conda-specification' };
      const file = { name: 'file', fileName: 'file', content: bytes.encode('spec') };
      await wire(assets.uploadOnline, { query, content: content(file) });
      const named = async (assetType: string) =>
        (await one.getAssetList({ assetType })).map(({ fileName }) => fileName);
      assert.deepEqual(await named("a team's own/type"), ['own.txt']);
      assert.deepEqual(await named('conda-specification'), ['conda-spec.txt']);
      assert.deepEqual(await named('nobody-logs-this'), []);
      const found = await one.getAssetByName('conda-spec.txt', { assetType: 'conda-specification' });
      assert.deepEqual(found, new Uint8Array(bytes.encode('spec')));
      assert.equal(await one.getAssetByName('conda-spec.txt', { assetType: 'image' }), null);
      await assert.rejects(one.getAssetByName('own.txt', { returnType: 'json' }), {
        code: 'malformed',
        message: /is not JSON\. Read it as bytes\.$/,
      });
    },
  },
  {
    title: 'long integers of a JSON file are read with all of their digits',
    async run({ experiment }) {
      const one = await experiment();
      const text = '{"seed":12345678901234567890,"sizes":[9007199254740993,7,NaN]}';
      await one.logAsset(bytes.encode(text), { name: 'seeds.json' });
      assert.deepEqual(await one.getAssetByName('seeds.json', { returnType: 'json' }), {
        seed: '12345678901234567890',
        sizes: ['9007199254740993', 7, 'NaN'],
      });
      await one.logCurve('long', [2 ** 60, 2 ** 61], [1, 2]);
      assert.deepEqual((await one.getCurves())[0]?.x, [2 ** 60, 2 ** 61]);
    },
  },
  {
    title: 'curves and tables',
    async run({ experiment }) {
      const one = await experiment();
      await one.logCurve('roc', [0, 0.5, 1], [0, 0.9, 1], { step: 2 });
      const [curve] = await one.getCurves();
      assert.deepEqual([curve?.name, curve?.x, curve?.y, curve?.step], ['roc', [0, 0.5, 1], [0, 0.9, 1], 2]);
      assert.deepEqual(await one.getCurve(curve!.assetId), curve);
      await assert.rejects(one.logCurve('roc', [0], []), { code: 'invalid' });
      await one.logTable('t.csv', { tabularData: [[1, 'a,b']], headers: ['n', 'text'] });
      const table = (await one.getAssetByName('t.csv')) as Uint8Array;
      assert.equal(new TextDecoder().decode(table), 'n,text\r\n1,"a,b"\r\n');
      await one.logTable('t.json', { tabularData: [{ n: 1 }, { n: 2, m: 'x' }] });
      assert.deepEqual(await one.getAssetByName('t.json', { returnType: 'json' }), [
        { n: 1, m: null },
        { n: 2, m: 'x' },
      ]);
    },
  },
  {
    title: 'online uploads have the id of their client: a repeated one is one asset',
    async run({ wire, experiment }) {
      const one = await experiment();
      const query = {
        experimentId: one.key,
        assetId: 'a'.repeat(32),
        fileName: 'm.bin',
        groupingName: 'net',
        type: 'model-element',
      };
      const upload = () =>
        wire(assets.uploadOnline, {
          query,
          content: content({ name: 'file', fileName: 'file', content: bytes.encode('m') }),
        });
      await upload();
      await upload();
      assert.deepEqual(await one.getModelNames(), ['net']);
      const files = await one.getModelAssetList('net');
      assert.deepEqual(
        files.map(({ fileName }) => fileName),
        ['m.bin'],
      );
      assert.deepEqual((await one.getModelData('net')).length, 1);
      const figure = { experimentId: one.key, imageId: 'b'.repeat(32), figName: 'f', figCounter: 1, step: 0 };
      await wire(assets.uploadFigure, {
        query: figure,
        content: content({ name: 'file', fileName: 'f.png', content: bytes.encode('p') }),
      });
      assert.equal((await one.getAssetList({ assetType: 'image' })).length, 1);
    },
  },
  {
    title: 'a model and a log folder are downloaded under their names',
    async run({ wire, experiment, folder }) {
      const one = await experiment();
      const upload = async (fileName: string, type: string, groupingName?: string) => {
        const query = { experimentId: one.key, fileName, type, ...(groupingName ? { groupingName } : {}) };
        await wire(assets.uploadOnline, {
          query,
          content: content({ name: 'file', fileName, content: bytes.encode(fileName) }),
        });
      };
      await upload('weights/a.bin', 'model-element', 'net');
      await upload('run/events', 'tensorflow-file');
      await one.downloadModel('net', { outputPath: join(folder, 'net') });
      assert.equal(await readFile(join(folder, 'net', 'weights', 'a.bin'), 'utf8'), 'weights/a.bin');
      await one.downloadTensorflowFolder({ outputPath: join(folder, 'logs') });
      assert.equal(await readFile(join(folder, 'logs', 'run', 'events'), 'utf8'), 'run/events');
    },
  },
  {
    title: 'an upload in parts is joined',
    async run({ wire, experiment }) {
      const one = await experiment();
      const startUploadParams = { cloudType: 'AWS', preSignUrlTimeoutSec: 60, numOfFileParts: 2 };
      const body = { startUploadParams, experimentId: one.key, fileName: 'big.bin', assetId: 'c'.repeat(32) };
      const { requestId, preSignUrl } = await wire(assets.uploadStart, { body });
      for (const [index, address] of preSignUrl.entries()) {
        const url = new URL(address);
        const [partNumber] = url.pathname.split('/').slice(-1);
        await wire(assets.uploadPart, {
          path: { requestId, partNumber: partNumber! },
          query: { signature: url.searchParams.get('signature')! },
          content: { type: 'application/octet-stream', body: bytes.encode(`part${index}`) },
        });
      }
      const parts = [1, 2].map((PartNumber) => ({ ETag: 'x', PartNumber }));
      await wire(assets.uploadComplete, { body: { requestId, succeed: true, fileSize: 10, uploadedFileParts: parts } });
      assert.equal(new TextDecoder().decode(await one.getAsset('c'.repeat(32))), 'part0part1');
    },
  },
  {
    title: 'points in space, remote models, an online patch',
    async run({ wire, experiment }) {
      const one = await experiment();
      assert.ok((await wire(assets.limits3d, { body: { experimentKey: one.key } })).maxPoints > 0);
      const { assetId } = await wire(assets.create, { body: { experimentKey: one.key, userFileName: 'cloud' } });
      const file = bytes.encode('x');
      const params = (more: object) => JSON.stringify({ experimentKey: one.key, ...more });
      await wire(assets.thumbnail, {
        path: { assetId },
        content: content(
          { name: 'requestParams', content: params({ thumbnailExtension: '.png' }) },
          { name: 'thumbnail', fileName: 't.png', content: file },
        ),
      });
      const item = { assetId, userFileName: 'points.jsonl', assetItemType: 'points' };
      await wire(assets.addItem, {
        content: content(
          { name: 'requestParams', content: params(item) },
          { name: 'assetItemContent', fileName: 'points.jsonl', content: file },
        ),
      });
      const remote = { experimentKey: one.key, modelName: 'far', remoteEntities: [{ remoteUrl: 's3://bucket/m' }] };
      await wire(assets.logRemoteModel, { body: remote });
      assert.ok((await one.getModelNames()).includes('far'));
      const patch = content({ name: 'file', fileName: 'p.zip', content: bytes.encode('PK') });
      await wire(assets.gitPatchOnline, { query: { experimentId: one.key }, content: patch });
      assert.equal(new TextDecoder().decode((await one.getGitPatch())!), 'PK');
    },
  },
];
