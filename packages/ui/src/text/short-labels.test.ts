import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortLabels } from './short-labels.ts';

const shortened = (...labels: string[]) => [
  ...shortLabels(labels.map((label, index) => ({ key: String(index), label }))).values(),
];

test('long labels show the words in which they differ', () => {
  const run = (seed: number) => `an-experiment-with-a-long-name lr=0.0001 seed=${seed} schedule=cosine`;
  assert.deepEqual(shortened(run(1), run(12)), ['…seed=1…', '…seed=12…']);
  assert.deepEqual(shortened('resnet-50-on-many-images-v1.25', 'resnet-50-on-many-images-v1.5'), ['…v1.25', '…v1.5']);
  assert.deepEqual(shortened('small/encoder-of-the-transformer', 'large/encoder-of-the-transformer'), [
    'small…',
    'large…',
  ]);
});

test('a label that others continue shows its last word', () => {
  assert.deepEqual(shortened('an experiment with a long name', 'an experiment with a long name 2'), [
    '…name',
    '…name 2',
  ]);
});

test('labels that are short, equal or have nothing in common stay whole', () => {
  for (const labels of [
    ['learning_rate = 0.001 (3)', 'learning_rate = 0.01 (3)'],
    ['an experiment with a long name', 'an experiment with a long name'],
    ['an experiment with a long name'],
    ['an experiment with a long name', 'baseline without augmentation'],
    ['a', 'b'.repeat(60)],
    [],
  ]) {
    assert.deepEqual(shortened(...labels), labels);
  }
});
