import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricCharts } from './metric-charts.ts';
import { metricDirection } from './metric-direction.ts';
import { type MetricGroup, matchingGroups, metricGroups, orderedMetrics } from './metric-groups.ts';

const groupsOf = (names: readonly string[]) => metricGroups(metricCharts(names, {}));
const titles = ({ charts }: MetricGroup) => charts.map(({ title }) => title);

test('metrics are grouped by the part before the slash; system metrics are last and collapsed', () => {
  const groups = groupsOf(['sys.cpu.0', 'val/loss', 'loss', 'train/loss', 'train/acc', 'loss']);
  assert.deepEqual(
    groups.map((group) => [group.prefix, titles(group), group.collapsed]),
    [
      ['', ['loss'], false],
      ['train', ['train/acc', 'train/loss'], false],
      ['val', ['val/loss'], false],
      ['sys', ['sys.cpu.0'], true],
    ],
  );
});

test('metrics of the machines of a distributed run are system metrics', () => {
  const groups = groupsOf(['rank.0.sys.ram.used', 'node-1.sys.compute.overall', 'sys_loss', 'model.sys.loss']);
  assert.deepEqual(groups.map(titles), [
    ['model.sys.loss', 'sys_loss'],
    ['node-1.sys.compute.overall', 'rank.0.sys.ram.used'],
  ]);
});

test('metrics of a context are in its group', () => {
  assert.deepEqual(
    groupsOf(['validate_loss', 'train_loss', 'test_acc', 'training', 'train/acc']).map((group) => [
      group.prefix,
      titles(group),
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
  assert.deepEqual(titles(groupsOf(['epoch_time', 'val_loss', 'accuracy', 'gradient_norm'])[0]!), [
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
  assert.deepEqual(titles(groupsOf(['l/10', 'l/9'])[0]!), ['l/9', 'l/10']);
});

test('a search retains names with all of its words, and expands their groups', () => {
  const groups = groupsOf(['sys.cpu.0', 'train/loss', 'val/loss']);
  const found = (search: string) =>
    matchingGroups(groups, search).map((one) => [one.prefix, titles(one), one.collapsed]);
  assert.deepEqual(found('LOSS va'), [['val', ['val/loss'], false]]);
  assert.deepEqual(found('cpu'), [['sys', ['sys.cpu.0'], false]]);
  assert.equal(matchingGroups(groups, ' '), groups);
});

test('a chart of several metrics is in their group, or before all groups where these differ, and is found by each name', () => {
  const names = ['train/loss', 'train/acc', 'train/lr', 'val/loss'];
  const combined = [
    { title: 'both', metrics: ['train/loss', 'val/loss'] },
    { title: 'rates', metrics: ['train/lr', 'train/acc'] },
  ];
  const groups = metricGroups(metricCharts(names, { combined }));
  assert.deepEqual(
    groups.map((group) => [group.prefix, titles(group)]),
    [
      ['', ['both']],
      ['train', ['rates']],
    ],
  );
  for (const search of ['both', 'train/loss', 'val'])
    assert.deepEqual(matchingGroups(groups, search).flatMap(titles), ['both'], search);
});

for (const [name, direction] of [
  ['loss', 'min'],
  ['val_accuracy', 'max'],
  ['train/err', 'min'],
  ['f1', 'max'],
  ['learning_rate', null],
  ['mapping', null],
  ['errands', null],
  ['val/wer', 'min'],
  ['test_cer', 'min'],
  ['bbox_mAP_50', 'max'],
  ['r2', 'max'],
  ['macroF1', 'max'],
  ['testWER', 'min'],
  ['mIoU', 'max'],
  ['top1acc', 'max'],
  ['roc_auc', 'max'],
  ['trainLoss', 'min'],
  ['RMSE', 'min'],
  ['sys.gpu.0.power_usage', null],
  ['answer_length', null],
  ['layer2/weights', null],
  ['heatmap_size', null],
  ['buf1', null],
] as const) {
  test(`${name}: ${direction ?? 'no'} end is good`, () => assert.equal(metricDirection(name), direction));
}
