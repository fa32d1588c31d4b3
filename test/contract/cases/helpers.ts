import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIExperiment, Artifact } from '@tracklens/core';
import { temporaryFolder } from '@tracklens/core/test-support';
import type { ContractCase } from '../contract-service.ts';

const bytes = new Uint8Array([1, 2, 3]);

/** Names that need care in a query, a header of a multipart body, a path or an object. */
const oddNames = [
  '../../etc/passwd',
  'C:\\a\\b',
  'a"b\'c;filename=d',
  'line\r\nbreak: x',
  '%2e%2e/ü & ☃?#=+',
  '\u202egnp.exe',
  '__proto__',
  ' ',
  'n'.repeat(255),
];

/** Folder with `net.bin`, `deep/net.json` and `train.py`. */
async function sampleFolder(work: (folder: string) => Promise<void>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = join(await temporaryFolder(stack), 'net');
  await mkdir(join(folder, 'deep'), { recursive: true });
  await writeFile(join(folder, 'net.bin'), bytes);
  await writeFile(join(folder, 'deep', 'net.json'), '{}');
  await writeFile(join(folder, 'train.py'), 'print(1)\n');
  await work(folder);
}

/** Returns type and JSON content of the only asset of a type. */
async function onlyJson(run: APIExperiment, assetType: string): Promise<unknown> {
  const [asset, ...others] = await run.getAssetList({ assetType });
  assert.ok(asset !== undefined && others.length === 0, assetType);
  return await run.getAsset(asset.assetId, { returnType: 'json' });
}

/** Helpers for what the tabs draw. */
export const helperCases: readonly ContractCase[] = [
  {
    title: 'a confusion matrix is computed from categories, or logged as counts',
    async run({ experiment }) {
      const run = await experiment('matrices');
      await run.logConfusionMatrix({ yTrue: [0, 1, 1], yPredicted: Uint8Array.of(0, 1, 0), labels: ['cat', 'dog'] });
      assert.deepEqual(await onlyJson(run, 'confusion-matrix'), {
        version: 1,
        title: 'Confusion Matrix',
        labels: ['cat', 'dog'],
        matrix: [
          [1, 0],
          [1, 1],
        ],
        rowLabel: 'Actual Category',
        columnLabel: 'Predicted Category',
        maxSamplesPerCell: 25,
        sampleMatrix: [
          [[0], null],
          [[2], [1]],
        ],
        type: 'integer',
      });
      const matrix = [[1, 2, 3]];
      await assert.rejects(run.logConfusionMatrix({ matrix }), { code: 'invalid', message: /must be square/ });
      await assert.rejects(run.logConfusionMatrix({ yTrue: [1] }), {
        code: 'invalid',
        message: /yTrue and yPredicted/,
      });
      await assert.rejects(run.logConfusionMatrix({ matrix: [[1]], labels: [] }), { message: /1 categories, but 0/ });
    },
  },
  {
    title: 'a histogram counts finite numbers of any nesting',
    async run({ experiment }) {
      const run = await experiment('histograms');
      await run.logHistogram3d([new Float32Array([0, 1]), [[-1, Number.NaN]]], { name: 'w', step: 2 });
      const [asset] = await run.getAssetList({ assetType: 'histogram3d' });
      assert.deepEqual([asset?.fileName, asset?.step], ['w', 2]);
      const { index_values: counts } = (await onlyJson(run, 'histogram3d')) as { index_values: number[][] };
      assert.deepEqual(
        counts.map(([, count]) => count),
        [1, 1, 1],
      );
      await assert.rejects(run.logHistogram3d([Number.NaN]), { code: 'invalid', message: /finite number/ });
    },
  },
  {
    title: 'text, sound, annotated images, links and scenes become assets of their types',
    async run({ experiment }) {
      const run = await experiment('media');
      await run.logText('hello', { step: 1, metadata: { lang: 'en' } });
      await run.logAudio(new Float32Array([0, 0.5, -1]), { sampleRate: 8000, fileName: 'tone.wav' });
      const annotations = [{ name: 'found', data: [{ label: 'cat', score: 0.9, boxes: [[1, 2, 3, 4] as const] }] }];
      await run.logImage(bytes, { imageName: 'cat.png', annotations });
      await run.logRemoteAsset('s3://bucket/weights.bin', { metadata: { rows: 2 } });
      await run.logPoints3d('scene', { points: [[0, 0, 0], new Float64Array([1, 2, 3])], step: 4 });
      await run.logEmbedding(
        [
          [1, 2],
          [3, 4],
        ],
        ['a', 'b'],
      );
      const listed = await run.getAssetList();
      const found = (type: string) => listed.find((asset) => asset.type === type);
      assert.deepEqual(found('text-sample')?.metadata, { lang: 'en' });
      const sound = await run.getAssetByName('tone.wav');
      assert.equal(new TextDecoder().decode(sound!.subarray(0, 4)), 'RIFF');
      assert.deepEqual([...new Int16Array(sound!.slice(44).buffer)], [0, 16_383, -32_767]);
      assert.deepEqual(found('image')?.metadata, { annotations });
      assert.equal(listed.find(({ remote }) => remote)?.link, 's3://bucket/weights.bin');
      assert.deepEqual(found('3d-image')?.metadata, { xRange: [0, 1], yRange: [0, 2], zRange: [0, 3] });
      const template = (await onlyJson(run, 'embeddings')) as { embeddings: { tensorShape: number[] }[] };
      assert.deepEqual(template.embeddings[0]?.tensorShape, [2, 2]);
      await assert.rejects(run.logAudio([0.5], { fileName: 'a.wav' }), { code: 'invalid', message: /sampleRate/ });
      await assert.rejects(run.logPoints3d('scene', { points: [[1]] }), { code: 'invalid', message: /x, y and z/ });
      const wrong = [{ name: 'found', data: [{ label: 'cat', boxes: [[1, 2]] }] }] as never;
      await assert.rejects(run.logImage(bytes, { imageName: 'a', annotations: wrong }), {
        message: /annotations at 0/,
      });
    },
  },
  {
    title: 'a model of a folder, of bytes or stored elsewhere is logged and can be registered',
    async run({ api, experiment, workspace }) {
      const run = await experiment('models');
      await sampleFolder(async (folder) => {
        await run.logModel('net', folder);
        await run.logModel('small', bytes, { fileName: 'small.bin', metadata: { size: 3 } });
        await run.logRemoteModel('large', 's3://bucket/large.bin');
        await run.logCode({ folder });
        await run.logCode({ code: 'x = 1', codeName: 'cell.py' });
      });
      assert.deepEqual((await run.getModelNames()).sort(), ['large', 'net', 'small']);
      const files = (await run.getModelAssetList('net')).map(({ fileName }) => fileName);
      assert.deepEqual(files.sort(), ['net/deep/net.json', 'net/net.bin', 'net/train.py']);
      const code = (await run.getAssetList({ assetType: 'source_code' })).map(({ fileName }) => fileName);
      assert.deepEqual(code.sort(), ['cell.py', 'net/deep/net.json', 'net/train.py']);
      await run.registerModel('small');
      void run.logModel('later', bytes, { fileName: 'later.bin' });
      await run.registerModel('later');
      const registered = await api.getModel(workspace, 'small');
      assert.deepEqual(await registered.findVersions(), ['1.0.0']);
      const details = await api.getRegistryModelDetails(workspace, 'small');
      for (const [asset] of [
        await run.getModelAssetList('small'),
        await registered.getAssets('1.0.0'),
        details.versions[0]!.assets,
        (await api.getModelRegistryVersionAssets(workspace, 'small')).assets,
      ]) {
        assert.deepEqual(asset?.metadata, { size: 3 });
      }
      for await (const { metadata } of registered.getAssets('1.0.0')) assert.deepEqual(metadata, { size: 3 });
      await assert.rejects(run.logModel('net', bytes), { code: 'invalid', message: /give fileName/ });
      await assert.rejects(run.logCode({}), { code: 'invalid', message: /one of code, fileName and folder/ });
    },
  },
  {
    title: 'an artifact is put together from files, bytes and links, logged, and downloaded',
    async run({ api, experiment, workspace }) {
      const run = await experiment('own artifacts');
      await sampleFolder(async (folder) => {
        const artifact = new Artifact('own data/x', { artifactType: 'table', aliases: ['best'], versionTags: ['t'] })
          .add(folder, { logicalPath: 'net' })
          .add(bytes, { logicalPath: 'a.bin', metadata: { rows: 1 } })
          .addRemote('s3://bucket/b.bin');
        const logged = await run.logArtifact(artifact);
        assert.deepEqual([logged.workspace, logged.name, logged.version], [workspace, 'own data/x', '1.0.0']);
        assert.deepEqual([...logged.aliases].sort(), ['Latest', 'best']);
        const listed = await logged.getFiles();
        const { artifactId } = logged;
        for (const found of [listed, (await api.getArtifactFiles({ artifactId })).files]) {
          assert.deepEqual(found.find(({ fileName }) => fileName === 'a.bin')?.metadata, { rows: 1 });
        }
        for await (const { fileName, metadata } of api.getArtifactFiles({ artifactId })) {
          assert.deepEqual(metadata, fileName === 'a.bin' ? { rows: 1 } : null);
        }
        const files = listed.map(({ fileName, link }) => [fileName, link]);
        assert.deepEqual(files.sort(), [
          ['a.bin', null],
          ['b.bin', 's3://bucket/b.bin'],
          ['net/deep/net.json', null],
          ['net/net.bin', null],
          ['net/train.py', null],
        ]);
        const used = await run.getArtifact('own data/x', { versionOrAlias: 'best' });
        assert.equal(used.artifactVersionId, logged.artifactVersionId);
        const directions = async (direction: 'all' | 'input' | 'output') =>
          (await run.getArtifactLineage({ direction })).artifacts.map((use) => [use.direction, use.artifactVersionId]);
        const [input, output] = ['input', 'output'].map((direction) => [direction, logged.artifactVersionId]);
        assert.deepEqual(await directions('all'), [input, output]);
        assert.deepEqual([await directions('input'), await directions('output')], [[input], [output]]);
        await assert.rejects(run.getArtifactLineage({ direction: 'up' as never }), {
          code: 'invalid',
          message: /direction must be all, input or output/,
        });
        const paths = await used.download(join(folder, 'out'));
        assert.equal(paths.length, 4);
        assert.deepEqual(await used.download(join(folder, 'out')), paths);
        await writeFile(join(folder, 'out', 'a.bin'), 'other');
        await assert.rejects(used.download(join(folder, 'out')), { code: 'EEXIST' });
        await used.download(join(folder, 'out'), { overwrite: true });
        assert.deepEqual(new Uint8Array(await readFile(join(folder, 'out', 'a.bin'))), bytes);
        assert.deepEqual(new Uint8Array(await readFile(join(folder, 'out', 'net', 'net.bin'))), bytes);
        await assert.rejects(run.logArtifact(new Artifact('y').add(bytes)), { message: /logicalPath/ });
      });
      const twice = new Artifact('z').addRemote('s3://a/b').add(bytes, { logicalPath: 'b' });
      await assert.rejects(run.logArtifact(twice), { code: 'invalid', message: /two files b/ });
      for (const logicalPath of ['/abs/x.txt', '../up.txt', 'a/../../b', 'C:\\x', '.']) {
        for (const one of [
          new Artifact('z').add(bytes, { logicalPath }),
          new Artifact('z').addRemote('s3://a', { logicalPath }),
        ]) {
          await assert.rejects(run.logArtifact(one), { code: 'invalid', message: /points outside of the artifact/ });
        }
        const logged = run.logModel('net', bytes, { fileName: logicalPath });
        await assert.rejects(logged, { code: 'invalid', message: /points outside of the model/ });
      }
      assert.deepEqual(
        (await run.getArtifactLineage()).artifacts.filter(({ artifactName }) => artifactName === 'z'),
        [],
      );
      const link = new Artifact('links').addRemote('/mnt/data/').addRemote('s3://bucket/');
      assert.equal((await (await run.logArtifact(link)).getFiles()).length, 2);
      await assert.rejects(run.logArtifact({} as never), { code: 'invalid', message: /must be an Artifact/ });
    },
  },
  {
    title: 'odd names and metadata of contents are stored as they are, and what has no JSON form is rejected',
    async run({ experiment }) {
      const run = await experiment('odd contents');
      const metadata = JSON.parse(
        '{"__proto__": {"a": 1}, "constructor": "x", "": 0, "\\u0000\\n": "\\ud83d\\ude00"}',
      ) as Record<string, unknown>;
      for (const name of oddNames) {
        await run.logAsset(bytes, { name, metadata });
        const listed = await run.getAssetList();
        assert.deepEqual(
          listed.filter(({ fileName }) => fileName === name).map((asset) => asset.metadata),
          [metadata],
          JSON.stringify(name),
        );
      }
      await run.logText('"', { metadata: { map: new Map([['n', Uint8Array.of(1)]]) } as never });
      const [text] = await run.getAssetList({ assetType: 'text-sample' });
      assert.deepEqual(text?.metadata, { map: { n: [1] } });
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      for (const wrong of [circular, { n: 1n }] as Readonly<Record<string, unknown>>[]) {
        await assert.rejects(run.logAsset(bytes, { name: 'a', metadata: wrong }), { code: 'invalid', message: /JSON/ });
      }
    },
  },
  {
    title: 'embeddings with images and scenes with colors are checked before anything is sent',
    async run({ experiment, requests }) {
      const run = await experiment('wrong contents');
      const sent = requests();
      const image = new Blob([bytes]);
      const vectors = [[1], [2]];
      for (const [options, message] of [
        [{ images: [[1], [2]] }, /imageSize/],
        [{ images: [[1], [2]], imageSize: [1, 0.5] }, /imageSize/],
        [{ images: [[1]], imageSize: [1, 1] }, /2 vectors, but 1 images/],
        [{ images: [[1], [1, 2]], imageSize: [1, 1] }, /1 x 1 pixels/],
        [{ image, images: [[1], [2]], imageSize: [1, 1] }, /not both/],
      ] as [Parameters<typeof run.logEmbedding>[2], RegExp][]) {
        await assert.rejects(run.logEmbedding(vectors, ['a', 'b'], options), { code: 'invalid', message });
      }
      for (const scene of [
        { points: [[0, 0, 0, 256, 0, 0]] },
        { boxes: [{ segments: [[[0, 0, 0]]], color: [-1, 0, 0] }] },
      ]) {
        await assert.rejects(run.logPoints3d('scene', scene), { code: 'invalid', message: /from 0 to 255/ });
      }
      const integers = { sampleRate: 8000, fileName: 'a.wav', normalizeData: 'OFF' } as const;
      await assert.rejects(run.logAudio(Int8Array.of(1), integers), { code: 'invalid', message: /Int16Array/ });
      assert.equal(requests(), sent);
    },
  },
];
