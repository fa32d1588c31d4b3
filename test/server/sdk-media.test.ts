import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AssetRecord } from '@tracklens/core/contract';
import { unzipSync } from 'fflate';
import { assetsOf, assetText, sdkSession } from './sdk-session.ts';

interface Logged {
  readonly key: string;
  readonly experimental: readonly string[];
  readonly logged: Readonly<Record<string, { readonly assetId?: string; readonly imageId?: string }>>;
}

/** Expected name, type and step of each upload. */
const uploads: Readonly<Record<string, readonly [fileName: string | RegExp, type: string, step: number | null]>> = {
  asset: ['named.bin', 'asset', 3],
  data: ['data.json', 'asset', 5],
  remote: ['far.csv', 'asset', 6],
  'unnamed remote': ['last.txt', 'asset', 6],
  image: ['pixels.png', 'image', 7],
  figure: ['curve of losses', 'image', 8],
  audio: ['tone.wav', 'audio', 9],
  video: ['clip.mp4', 'video', 10],
  table: ['table.csv', 'asset', 10],
  curve: ['roc', 'curve', 11],
  matrix: ['matrix.json', 'confusion-matrix', 12],
  text: [/^text-sample-\w+\.txt$/, 'text-sample', 13],
  notebook: ['notes.ipynb', 'notebook', 13],
};

test('files and images of every kind that the SDK logs are read back', async (t) => {
  const session = await sdkSession<Logged>(t, 'log_media.py');
  const { key, logged, experimental } = session.logged;
  const assets = await assetsOf(session, key);
  const record = (name: string): AssetRecord => {
    const id = logged[name]!.assetId ?? logged[name]!.imageId;
    const found = assets.find(({ assetId }) => assetId === id);
    assert.ok(found, `${name} is missing`);
    return found;
  };
  const text = (name: string) => assetText(session, key, record(name).assetId);
  const ofType = (type: string) => assets.filter((asset) => asset.type === type);

  assert.deepEqual(
    experimental.map((warning) => warning.split(' - ')[0]),
    ['WARNING Logging embedding is experimental'],
  );

  for (const [name, [fileName, type, step]] of Object.entries(uploads)) {
    await t.test(`${name}: its record`, () => {
      const found = record(name);
      if (typeof fileName === 'string') assert.equal(found.fileName, fileName);
      else assert.match(found.fileName, fileName);
      assert.deepEqual([found.type, found.step], [type, step]);
    });
  }

  await t.test('contents', async () => {
    assert.equal(await text('data'), '{"rows":[1,2]}');
    assert.equal(await text('table'), 'n,letter\r\n1,a\r\n2,b\r\n');
    assert.deepEqual(JSON.parse(await text('curve')), { x: [0, 0.5, 1], y: [0, 0.9, 1], name: 'roc' });
    assert.equal(await text('text'), 'some text');
    const matrix = JSON.parse(await text('matrix')) as { labels: string[]; matrix: number[][] };
    assert.deepEqual(matrix.labels, ['a', 'b', 'c']);
    for (const [name, path] of [
      ['asset', 'folder/plain.bin'],
      ['audio', 'tone.wav'],
      ['video', 'clip.mp4'],
      ['notebook', 'notes.ipynb'],
    ] as const) {
      const sent = await readFile(join(session.folder, path));
      const kept = await session.client.bytes(
        `/api/rest/v2/experiment/asset/get-asset?experimentKey=${key}&assetId=${record(name).assetId}`,
      );
      const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      assert.equal(digest(kept), digest(sent), name);
    }
  });

  await t.test('metadata, of plain files and of images with their annotations', () => {
    const metadata = (name: string) => JSON.parse(record(name).metadata as string) as unknown;
    assert.deepEqual(metadata('asset'), { a: { b: 1 }, c: 'ü' });
    assert.deepEqual(metadata('remote'), { kept: 'elsewhere' });
    assert.deepEqual(metadata('audio'), { hz: 8000 });
    assert.deepEqual(metadata('text'), { a: 1 });
    assert.deepEqual(metadata('image'), {
      split: 'test',
      annotations: [{ name: 'boxes', data: [{ boxes: [[1, 1, 4, 4]], label: 'digit', score: 0.9, points: null }] }],
    });
  });

  await t.test('remote assets keep their address', () => {
    assert.deepEqual([record('remote').remote, record('remote').link], [true, 's3://bucket/key/far.csv']);
    assert.equal(record('unnamed remote').link, 'https://files.example/path/last.txt?sig=1');
  });

  await t.test('folders, code, histograms, an embedding, a log folder, a model', async () => {
    assert.equal(assets.filter(({ fileName, step }) => fileName === 'folder/plain.bin' && step === 4).length, 1);
    const code = ofType('source_code').map(({ fileName }) => fileName);
    for (const name of ['hello.py', 'module/one.py', session.script]) assert.ok(code.includes(name), name);
    assert.deepEqual(
      ofType('histogram3d')
        .map(({ fileName, step }) => [fileName, step])
        .toSorted(),
      [
        ['weights', 0],
        ['weights', 1],
      ],
    );
    assert.equal(ofType('embeddings').length, 1);
    const template = JSON.parse(await assetText(session, key, ofType('embeddings')[0]!.assetId)) as {
      embeddings: { tensorPath: string; tensorShape: number[] }[];
    };
    // The template refers to its vectors by paths of the service.
    assert.equal(await session.client.text(template.embeddings[0]!.tensorPath), '1\t2\t3\r\n4\t5\t6\r\n');
    assert.deepEqual(
      ofType('tensorflow-file').map(({ fileName }) => fileName),
      ['train/events.out'],
    );
    assert.deepEqual(
      ofType('model-element').map(({ fileName, metadata }) => [fileName, metadata]),
      [['folder/plain.bin', '{"depth":2}']],
    );
  });

  await t.test('a file logged again with overwrite replaces the first', async () => {
    const twice = assets.filter(({ fileName }) => fileName === 'twice.txt');
    assert.equal(twice.length, 1);
    assert.equal(await assetText(session, key, twice[0]!.assetId), 'after');
  });
});

/**
 * The SDK writes an offline copy of all it sends, in case the service goes away. For a 3D scene the upload thread
 * removes the files of the scene as soon as they are sent, possibly before the thread of the copy has read them. On a
 * busy machine or after many points the SDK then warns of a `FileNotFoundError`, although the scene arrives. The
 * setting is the service version from which the SDK makes such copies: with a version above ours it makes none.
 */
const withoutOfflineCopy = { COMET_FALLBACK_STREAMER_FALLBACK_TO_OFFLINE_MIN_BACKEND_VERSION: '999.0.0' };

test('3D scenes that the SDK logs are read back with their files', async (t) => {
  const session = await sdkSession<{ key: string }>(t, 'log_scene.py', withoutOfflineCopy);
  const { key } = session.logged;
  const scenes = (await assetsOf(session, key)).filter(({ type }) => type === '3d-image');
  assert.deepEqual(
    scenes.map(({ fileName, step }) => [fileName, step]),
    [
      ['cloud', 1],
      ['houses', 2],
    ],
  );
  assert.equal((JSON.parse(scenes[0]!.metadata as string) as { of: string }).of, 'points');
  const files = async (scene: AssetRecord) => {
    const path = `/api/rest/v2/experiment/asset/get-asset?experimentKey=${key}&assetId=${scene.assetId}`;
    return unzipSync(await session.client.bytes(path));
  };
  const lines = (bytes: Uint8Array) => Buffer.from(bytes).toString().trim().split('\n').toSorted();
  const cloud = await files(scenes[0]!);
  assert.deepEqual(lines(cloud['points.jsonl']!), ['[0, 0, 0]', '[1, 1, 1]']);
  assert.ok(cloud['thumbnail.png']!.length > 0);
  const houses = await files(scenes[1]!);
  assert.match(Buffer.from(houses['boxes.jsonl']!).toString(), /"label": "door"/);
});
