import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelStart } from './annotations.ts';

test('the label of a box that reaches over an edge of the image is inside of it', () => {
  const image = [320, 240] as const;
  const startOf = (x: number, y: number, label = 'cat') => labelStart([[x, y]], label, image, 10);
  assert.deepEqual(startOf(40, 60), [40, 57]);
  assert.deepEqual(startOf(-20, -10), [0, 10]);
  assert.deepEqual(startOf(310, 300), [300.5, 240]);
  assert.deepEqual(startOf(10, 60, 'a label that is longer than the whole image is wide, at its size'), [0, 57]);
});
