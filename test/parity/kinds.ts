import { join } from 'node:path';
import { type APIExperiment, Artifact } from '@tracklens/core';

/** Logs one kind of content with the client, from the files of a folder. */
type LogKind = (run: APIExperiment, folder: string) => Promise<unknown>;

const annotations = [
  {
    name: 'found',
    data: [{ label: 'cat', score: 0.9, boxes: [[1, 2, 3, 4] as const], points: [[0, 0, 4, 0, 4, 4]] }],
  },
];

const segments = [
  [
    [0, 0, 0],
    [4, 0, 0],
    [4, 2, 0],
  ],
  [
    [0, 0, 3],
    [4, 2, 3],
  ],
];
const box = { segments, color: [255, 0, 0], name: 'door' };
const cloud = [
  ...[0, 1, 2, 3, 4].map((x) => [x, (x * x) / 4, 3 - x]),
  Float64Array.of(1, 2, 3, 200, 100, 0),
  [2, 2, 2, 0, 40.25, 255],
];
const sprites = [
  [
    [0, 255],
    [128, 64],
  ],
  [Uint8Array.of(10, 20), Uint8Array.of(30, 40)],
  [
    [1, 2],
    [3, 4],
  ],
];
const records = [
  { label: 'cat', score: 0.5 },
  { label: 'dog', score: 2 },
];
const others = { text: 'ü', number: 2.5, flag: true, list: Int8Array.of(1, 2), map: new Map([['a', 1]]) };
const shown = { sample: 'shown.png', assetId: 'an-asset' };
const both = { yTrue: [0, 1], yPredicted: [0, 1], step: 9 };

/** Kinds of content by the names of `log_kinds.py`, which logs each with the SDK. */
export const kinds: Readonly<Record<string, LogKind>> = {
  code: (run) => run.logCode({ code: 'x = 1\n', codeName: 'cell.py' }),
  'code of a file': (run, folder) =>
    run.logCode({ fileName: join(folder, 'train.py'), codeName: 'train.py', metadata: { by: 'us' } }),
  'code of a folder': (run, folder) => run.logCode({ folder: join(folder, 'project') }),
  table: (run) =>
    run.logTable('rows.csv', {
      tabularData: [
        [1, 'a'],
        [2.5, 'b, c'],
        [null, 'd "e"\nf'],
      ],
      headers: ['n', 'text'],
    }),
  'table without names': (run) =>
    run.logTable('rows.tsv', {
      tabularData: [
        [1, 2],
        [3, 4],
      ],
    }),
  'table with generated names': (run) =>
    run.logTable('named.csv', {
      tabularData: [
        [1, 2],
        [3, 4],
      ],
      headers: true,
    }),
  'table of a typed array': (run) =>
    run.logTable('typed.csv', { tabularData: [Float64Array.of(1.5, 2.25), Float64Array.of(-3.5, 4.125)] }),
  'table of records': (run) => run.logTable('records.json', { tabularData: records }),
  'table of records as CSV': (run) => run.logTable('records.csv', { tabularData: records }),
  embedding: (run) =>
    run.logEmbedding(
      [
        [1, 2, 3],
        [4, 5, 6.5],
      ],
      ['one', 'two'],
      { title: 'plain' },
    ),
  'embedding with a table': (run) =>
    run.logEmbedding(
      [Float32Array.of(1.5, 2.5), Float32Array.of(3.5, 4.5)],
      [
        ['name', 'n'],
        ['a', 1],
        ['b', 2],
      ],
      { title: 'columns' },
    ),
  'embedding with images': (run) =>
    run.logEmbedding(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      ['a', 'b', 'c'],
      { title: 'images', images: sprites, imageSize: [2, 2] },
    ),
  model: (run, folder) => run.logModel('net', join(folder, 'net.bin'), { metadata: { depth: 2 } }),
  'model of a folder': (run, folder) => run.logModel('parts', join(folder, 'project'), { metadata: { depth: 3 } }),
  'model in memory': (run) => run.logModel('small', new TextEncoder().encode('weights'), { fileName: 'small.bin' }),
  'model elsewhere': (run) => run.logRemoteModel('far', 'https://files.example/net.onnx', { metadata: { depth: 4 } }),
  folder: (run, folder) => run.logAssetFolder(join(folder, 'project'), { recursive: true }),
  artifact: (run, folder) =>
    run.logArtifact(
      new Artifact('kinds-by-client', {
        artifactType: 'dataset',
        version: '1.2.0',
        aliases: ['best', 'raw'],
        metadata: { rows: 2 },
        versionTags: ['small'],
      })
        .add(join(folder, 'project'), { logicalPath: 'project', metadata: { part: 1 } })
        .add(join(folder, 'clip.mp4'))
        .add(new TextEncoder().encode('in memory'), { logicalPath: 'memory.txt', metadata: { part: 2 } })
        .addRemote('https://files.example/far.parquet', { logicalPath: 'far.parquet', metadata: { rows: 10 } })
        .addRemote('https://files.example/unnamed.parquet'),
    ),
  others: (run) => Promise.all(Object.entries(others).map(([name, value]) => run.logOther(name, value))),
  parameters: (run) =>
    run.logParameters(
      new Map<string, unknown>([
        ['rate', 0.5],
        [
          'deep',
          new Map<string, unknown>([
            ['a', 1],
            ['b', { c: 'd' }],
          ]),
        ],
        ['list', Int8Array.of(1, 2)],
      ]),
    ),
  asset: (run, folder) =>
    run.logAsset(join(folder, 'net.bin'), {
      name: 'named/ü & ☃.bin',
      step: 1,
      context: 'train',
      metadata: { a: { b: 1 }, c: 'ü' },
    }),
  JSON: (run) => run.logAsset({ a: 1, b: [1, 2.5], c: { d: null } }, { name: 'settings.json', step: 2 }),
  'JSON of a map': (run) =>
    run.logAsset(
      new Map<string, unknown>([
        ['x', 1],
        ['y', Uint8Array.of(1, 2)],
      ]),
      { name: 'map.json', step: 2 },
    ),
  'file elsewhere': (run) =>
    run.logAsset(new URL('s3://bucket/deep/far.csv'), { name: 'far.csv', step: 3, metadata: { rows: 2 } }),
  'unnamed file elsewhere': (run) => run.logRemoteAsset('https://files.example/path/last.txt', { step: 3 }),
  image: (run, folder) => run.logImage(join(folder, 'cat.png'), { step: 4, metadata: { split: 'test' }, annotations }),
  'sound of a file': (run, folder) =>
    run.logAudio(join(folder, 'tone.wav'), { fileName: 'tone.wav', step: 5, metadata: { hz: 440 } }),
  sound: (run) =>
    run.logAudio([0, 0.25, -0.5, 0.125], { sampleRate: 8000, fileName: 'samples.wav', step: 5, metadata: { hz: 440 } }),
  stereo: (run) =>
    run.logAudio([Float32Array.of(0.5, 0.25, 0), Float32Array.of(-1, 1, 0.1)], {
      sampleRate: 44_100,
      fileName: 'stereo.wav',
      step: 5,
    }),
  'integers as sound': (run) =>
    run.logAudio(Int16Array.of(0, 12_000, -32_768, 7), {
      sampleRate: 8000,
      fileName: 'pcm16.wav',
      step: 5,
      normalizeData: 'OFF',
    }),
  '32-bit integers as sound': (run) =>
    run.logAudio(Int32Array.of(0, 2 ** 30, -(2 ** 31)), {
      sampleRate: 8000,
      fileName: 'pcm32.wav',
      step: 5,
      normalizeData: 'OFF',
    }),
  'floats as sound': (run) =>
    run.logAudio(Float32Array.of(0, 0.5, -1), {
      sampleRate: 8000,
      fileName: 'float32.wav',
      step: 5,
      normalizeData: 'OFF',
    }),
  'doubles as sound': (run) =>
    run.logAudio(Float64Array.of(0, 0.1, -1.5), {
      sampleRate: 8000,
      fileName: 'float64.wav',
      step: 5,
      normalizeData: 'OFF',
    }),
  video: (run, folder) => run.logVideo(join(folder, 'clip.mp4'), { step: 6, epoch: 2 }),
  text: (run) => run.logText('some ü text', { step: 7, metadata: { a: 1 } }),
  curve: (run) => run.logCurve('roc', [0, 0.5, 1], Float64Array.of(0, 0.9, 1), { step: 8 }),
  'matrix of categories': (run) =>
    run.logConfusionMatrix({
      yTrue: Uint8Array.of(0, 1, 2, 1),
      yPredicted: [0, 1, 1, 1],
      labels: ['a', 'b', 'c'],
      step: 9,
      fileName: 'matrix.json',
    }),
  'matrix of vectors': (run) =>
    run.logConfusionMatrix({
      yTrue: [
        [1, 0],
        [0, 1],
        [0.2, 0.8],
      ],
      yPredicted: [Float32Array.of(0.6, 0.4), Float32Array.of(0.7, 0.3), Float32Array.of(0, 1)],
      title: 'Vectors',
      step: 9,
      fileName: 'vectors.json',
    }),
  'matrix of counts': (run) =>
    run.logConfusionMatrix({
      matrix: [Uint32Array.of(8, 2, 0), [1, 9, 0], [0, 3, 7]],
      rowLabel: 'true',
      columnLabel: 'seen',
      step: 9,
      epoch: 3,
      fileName: 'counts.json',
      metadata: { fold: 1 },
    }),
  'matrix of a selection': (run) =>
    run.logConfusionMatrix({
      yTrue: [0, 1, 2, 2],
      yPredicted: [0, 1, 1, 2],
      selected: [1, 2],
      labels: ['a', 'b', 'c'],
      step: 9,
      fileName: 'selected.json',
    }),
  'matrix with texts': (run) =>
    run.logConfusionMatrix({
      ...both,
      indexToExampleFunction: (index) => ['a word', 'another word'][index]!,
      fileName: 'texts.json',
    }),
  'matrix with links': (run) =>
    run.logConfusionMatrix({
      ...both,
      indexToExampleFunction: (index) => `https://files.example/${index}`,
      fileName: 'links.json',
    }),
  'matrix with assets': (run) =>
    run.logConfusionMatrix({
      ...both,
      yPredicted: [0, 0],
      indexToExampleFunction: () => shown,
      fileName: 'assets.json',
    }),
  histogram: (run) =>
    run.logHistogram3d([0, 1e-21, 0.5, -0.5, 3, 3, 1e19, -7e15], { name: 'weights', step: 10, epoch: 1 }),
  'histogram of nested arrays': (run) =>
    run.logHistogram3d([Float32Array.of(0.1, 0.2), [Float64Array.of(-1.5)]], { step: 10, metadata: { prefix: 'p' } }),
  'histogram around an offset': (run) => run.logHistogram3d([4, 5, 5.5, 6.25], { name: 'around', step: 10, offset: 5 }),
  points: (run) => run.logPoints3d('cloud', { points: cloud, step: 11, metadata: { of: 'points' } }),
  boxes: (run) => run.logPoints3d('houses', { boxes: [box], step: 11 }),
  'points and boxes': (run) =>
    run.logPoints3d('both', {
      points: [
        [0, 0, 0],
        [4, 2, 3],
      ],
      boxes: [{ segments }, box],
      step: 12,
    }),
};
