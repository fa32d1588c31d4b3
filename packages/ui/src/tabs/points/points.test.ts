import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { cameraAfterKey, frontCamera, pointNear, projected, sphereAround } from './camera.ts';
import { embeddingsOf, labelsOf, vectorsOf } from './embedding.ts';
import { labelColors } from './label-colors.ts';
import { principalComponents } from './principal-components.ts';
import { sceneOf } from './scene.ts';

const scene = (points: string, boxes = '') =>
  sceneOf(zipSync({ 'points.jsonl': strToU8(points), 'boxes.jsonl': strToU8(boxes), 'other.txt': strToU8('x') }));

test('a scene has points and boxes with their colors', () => {
  const found = scene(
    '[0,0,0]\n[1,2,3,255,0,0]\n',
    '{"segments":[[[0,0,0],[1,1,1]]],"color":[0,128,0],"label":"door"}\n',
  )!;
  assert.deepEqual([...found.positions], [0, 0, 0, 1, 2, 3]);
  assert.deepEqual(found.colors, [null, 'rgb(255 0 0)']);
  assert.deepEqual(found.boxes, [{ name: 'door', color: 'rgb(0 128 0)', lines: [Float32Array.of(0, 0, 0, 1, 1, 1)] }]);
  assert.deepEqual(scene('[0,0,0,1,0.5,0]')!.colors, ['rgb(255 128 0)']);
});

test('of too many points an evenly spaced sample is drawn', () => {
  const { positions, total } = scene(Array.from({ length: 250_000 }, (_, at) => `[${at},0,0]`).join('\n'))!;
  assert.deepEqual([positions.length / 3, total], [100_000, 250_000]);
  assert.deepEqual([positions[3], positions[6]], [2, 5]);
});

test('files that are not scenes are not drawn, and bad lines are left out', () => {
  for (const bytes of [strToU8('no archive'), zipSync({ 'a.txt': strToU8('a') })]) assert.equal(sceneOf(bytes), null);
  assert.equal(scene('[1,2]\n"x"\n{}\n[1,2,"3"]\n[1e39,0,0]'), null);
  assert.deepEqual([...scene('broken\n[1,2,3]\nnull', '{"segments":7}\n[]\n')!.positions], [1, 2, 3]);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => sceneOf(bytes) === null));
});

test('a camera shows all points at any angle, and names the nearest', () => {
  const size = { width: 300, height: 200 };
  const positions = fc.array(fc.float({ min: -1000, max: 1000, noNaN: true }), { minLength: 3, maxLength: 60 });
  const angle = fc.double({ min: -7, max: 7, noNaN: true });
  fc.assert(
    fc.property(positions, angle, angle, (given, yaw, pitch) => {
      const points = Float32Array.from(given.slice(0, given.length - (given.length % 3)));
      const seen = projected(points, sphereAround(points), { yaw, pitch, zoom: 1 }, size);
      for (let at = 0; at < seen.length; at += 3) {
        assert.ok(seen[at]! >= 0 && seen[at]! <= size.width && seen[at + 1]! >= 0 && seen[at + 1]! <= size.height);
      }
      assert.notEqual(pointNear(seen, seen[0]!, seen[1]!, 1), null);
      assert.equal(pointNear(seen, -100, -100, 5), null);
    }),
  );
});

test('keys turn, enlarge and reset the camera', () => {
  const camera = cameraAfterKey(cameraAfterKey(frontCamera, 'ArrowLeft')!, '+')!;
  assert.ok(camera.yaw < frontCamera.yaw && camera.zoom > 1);
  assert.deepEqual([cameraAfterKey(camera, '0'), cameraAfterKey(camera, 'a')], [frontCamera, null]);
});

test('principal components are the directions of largest variance', () => {
  const values = Float32Array.from({ length: 400 }, (_, at) => [at, ((at >> 2) % 5) * 3, 0, 7][at % 4]!);
  const positions = principalComponents({ values, count: 100, size: 4 });
  const spread = [0, 1, 2].map((axis) => {
    const along = [...positions].filter((_, at) => at % 3 === axis);
    return Math.max(...along) - Math.min(...along);
  });
  assert.ok(spread[0]! > 390 && spread[1]! > 11 && spread[1]! < 13 && spread[2]! < 0.01, String(spread));
  assert.deepEqual([...principalComponents({ values: new Float32Array(4), count: 2, size: 2 })], [0, 0, 0, 0, 0, 0]);
});

const path = (assetId: string, experimentKey = 'key') =>
  `/api/asset/download?assetId=${assetId}&experimentKey=${experimentKey}`;

test('an embedding refers to files of its experiment only', () => {
  const sprite = { imagePath: path('i'), singleImageDim: [4, 5] };
  const template = { tensorName: 'n', tensorPath: path('v'), metadataPath: path('m'), sprite };
  const expected = { name: 'n', vectorsId: 'v', labelsId: 'm', sprite: { assetId: 'i', width: 4, height: 5 } };
  assert.deepEqual(embeddingsOf({ embeddings: [template] }, 'key'), [expected]);
  const elsewhere = [
    'https://evil.example/?assetId=v&experimentKey=key',
    '//evil.example/a?assetId=v&experimentKey=key',
  ];
  for (const tensorPath of [...elsewhere, path('v', 'other'), path('../x'), 7, null]) {
    assert.deepEqual(embeddingsOf({ embeddings: [{ ...template, tensorPath }] }, 'key'), []);
  }
  const wrong = { ...template, metadataPath: 'x', sprite: { ...sprite, singleImageDim: [0] } };
  assert.deepEqual(embeddingsOf({ embeddings: [wrong] }, 'key'), [{ ...expected, labelsId: null, sprite: null }]);
  for (const other of [null, [], { embeddings: 'x' }]) assert.deepEqual(embeddingsOf(other, 'key'), []);
});

test('vectors and labels are read from tables', () => {
  assert.deepEqual(vectorsOf('1\t2\r\n3\t4.5\r\n'), { values: Float32Array.of(1, 2, 3, 4.5), count: 2, size: 2 });
  for (const wrong of ['', '1\t2\n3', '1\tx']) assert.equal(vectorsOf(wrong), null);
  assert.deepEqual(labelsOf('a\nb\n'), { names: null, rows: [['a'], ['b']] });
  assert.deepEqual(labelsOf('n\tm\na\t1\n'), { names: ['n', 'm'], rows: [['a', '1']] });
});

test('labels have a color each, many numbers a scale', () => {
  const palette = ['red', 'blue'];
  const { colors, legend, others } = labelColors(['b', 'a', 'a', 'c', 'b'], palette, 'gray');
  assert.deepEqual([colors, others], [['blue', 'red', 'red', 'gray', 'blue'], 1]);
  assert.deepEqual(
    legend.map(({ label }) => label),
    ['a', 'b'],
  );
  const scale = labelColors(['1', '2', '3'], palette, 'gray');
  assert.deepEqual(
    scale.legend.map(({ label }) => label),
    ['1', '3'],
  );
  assert.equal(new Set(scale.colors).size, 3);
});
