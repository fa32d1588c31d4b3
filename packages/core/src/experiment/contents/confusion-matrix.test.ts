import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confusionMatrix } from './confusion-matrix.ts';

test('a matrix of very many categories has those with the fewest correct values, in order', async () => {
  const token = 50_256;
  const data = { yTrue: [0, 1, token, token], yPredicted: [0, 2, token, 3] };
  const { labels, matrix, sampleMatrix } = await confusionMatrix({ ...data, maxCategories: 3 });
  assert.deepEqual(labels, ['1', '2', '3']);
  assert.deepEqual(matrix, [
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  assert.deepEqual(sampleMatrix, [
    [null, [1], null],
    [null, null, null],
    [null, null, null],
  ]);
  assert.deepEqual((await confusionMatrix({ ...data, selected: [token, 0] })).matrix, [
    [1, 0],
    [0, 1],
  ]);
});

test('counts are whole numbers that are not negative; labels without counts add categories', async () => {
  const counts = [
    [1.7, -2],
    [0, 3],
  ];
  const { labels, matrix, type } = await confusionMatrix({ matrix: counts, labels: ['a', 'b', 'c'] });
  assert.deepEqual([labels, type], [['a', 'b', 'c'], null]);
  assert.deepEqual(matrix, [
    [1, 0, 0],
    [0, 3, 0],
    [0, 0, 0],
  ]);
});
