import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricDirection } from './metric-direction.ts';
import { matchingGroups, metricGroups, orderedMetrics } from './metric-groups.ts';

test('metrics are grouped by the part before the slash; system metrics are last and collapsed', () => {
  assert.deepEqual(metricGroups(['sys.cpu.0', 'val/loss', 'loss', 'train/loss', 'train/acc', 'loss']), [
    { prefix: '', names: ['loss'], collapsed: false },
    { prefix: 'train', names: ['train/acc', 'train/loss'], collapsed: false },
    { prefix: 'val', names: ['val/loss'], collapsed: false },
    { prefix: 'sys', names: ['sys.cpu.0'], collapsed: true },
  ]);
});

test('metrics of a context are in its group', () => {
  assert.deepEqual(
    metricGroups(['validate_loss', 'train_loss', 'test_acc', 'training', 'train/acc']).map(({ prefix, names }) => [
      prefix,
      names,
    ]),
    [
      ['', ['training']],
      ['test', ['test_acc']],
      ['train', ['train_loss', 'train/acc']],
      ['validate', ['validate_loss']],
    ],
  );
});

test('in a group, losses and scores are first', () => {
  assert.deepEqual(metricGroups(['epoch_time', 'val_loss', 'accuracy', 'gradient_norm'])[0]?.names, [
    'accuracy',
    'val_loss',
    'epoch_time',
    'gradient_norm',
  ]);
});

test('charts, images and tables have one order: losses and scores first, common before rare metrics, system metrics last', () => {
  const names = ['sys.cpu', 'process duration', 'gradient_norm', 'train_loss', 'val_loss', 'train/acc', 'rare_loss'];
  const counts = new Map(names.map((name) => [name, name === 'rare_loss' ? 1 : 3]));
  assert.deepEqual(orderedMetrics(names, counts), [
    'val_loss',
    'train_loss',
    'train/acc',
    'rare_loss',
    'gradient_norm',
    'process duration',
    'sys.cpu',
  ]);
});

test('numbers in names are sorted numerically', () => {
  assert.deepEqual(metricGroups(['l/10', 'l/9'])[0]?.names, ['l/9', 'l/10']);
});

test('a search retains names with all of its words, and expands their groups', () => {
  const groups = metricGroups(['sys.cpu.0', 'train/loss', 'val/loss']);
  assert.deepEqual(matchingGroups(groups, 'LOSS va'), [{ prefix: 'val', names: ['val/loss'], collapsed: false }]);
  assert.deepEqual(matchingGroups(groups, 'cpu'), [{ prefix: 'sys', names: ['sys.cpu.0'], collapsed: false }]);
  assert.equal(matchingGroups(groups, ' '), groups);
});

for (const [name, direction] of [
  ['loss', 'min'],
  ['val_accuracy', 'max'],
  ['train/err', 'min'],
  ['f1', 'max'],
  ['learning_rate', null],
  ['mapping', null],
  ['errands', null],
] as const) {
  test(`${name}: ${direction ?? 'no'} end is good`, () => assert.equal(metricDirection(name), direction));
}
