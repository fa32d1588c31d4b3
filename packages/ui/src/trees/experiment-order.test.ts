import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import * as v from 'valibot';
import { english } from '../text/translate.ts';
import { experimentNodes } from './experiment-nodes.ts';
import {
  ExperimentOrder,
  inOrder,
  isSameOrder,
  newestFirst,
  type OrderedExperiment,
  orderChoices,
} from './experiment-order.ts';
import { orderOf, type ProjectOrder, readProjectOrders, withOrder } from './favorites.ts';

const experiment = (
  experimentName: string,
  startTimeMillis: number,
  durationMillis: number,
  value?: number,
): OrderedExperiment => ({
  metadata: {
    experimentKey: `key-${experimentName}`,
    experimentName,
    startTimeMillis,
    durationMillis,
  } as ExperimentMetadata,
  ...(value === undefined ? {} : { value }),
});
const experiments = [
  experiment('run 10', 1, 5000, 0.5),
  experiment('run 9', 2, 1000, Number.NaN),
  experiment('Run 1', 3, 9000, Number.POSITIVE_INFINITY),
  experiment('run 2', 4, 2000, 0.1),
  experiment('run 3', 5, 2000),
];
const lowest: ExperimentOrder = { by: 'metric', metricName: 'loss', value: 'min', descending: false };

for (const [title, order, names] of [
  ['newest first', newestFirst, ['run 3', 'run 2', 'Run 1', 'run 9', 'run 10']],
  ['by name, with numbers as numbers', { by: 'name' }, ['Run 1', 'run 2', 'run 3', 'run 9', 'run 10']],
  ['longest first, equal ones newest first', { by: 'duration' }, ['Run 1', 'run 10', 'run 3', 'run 2', 'run 9']],
  ['by the lowest value, without a number last', lowest, ['run 2', 'run 10', 'Run 1', 'run 3', 'run 9']],
  ['by the highest value', { ...lowest, descending: true }, ['Run 1', 'run 10', 'run 2', 'run 3', 'run 9']],
] as const) {
  test(`experiments are sorted ${title}`, () =>
    assert.deepEqual(
      inOrder(experiments, order).map(({ metadata }) => metadata.experimentName),
      names,
    ));
}

test('a row shows the value of the metric that it is sorted by', () => {
  const rows = experimentNodes(null, { experiments, order: lowest }, english);
  assert.deepEqual(
    rows.map(({ description }) => description),
    ['loss 0.1 · 2s', 'loss 0.5 · 5s', 'loss ∞ · 9s', '2s', '1s'],
  );
});

test('a project can be sorted by each of its metrics, and every choice is a valid order', () => {
  const choices = orderChoices(['loss'], english);
  assert.deepEqual(
    choices.map(({ label }) => label),
    [
      'Newest First',
      'Name',
      'Longest First',
      'Lowest loss',
      'Highest loss',
      'Last loss, Ascending',
      'Last loss, Descending',
    ],
  );
  for (const { order } of choices) assert.deepEqual(v.parse(ExperimentOrder, JSON.parse(JSON.stringify(order))), order);
});

test('the order of a project is stored until the default is chosen again; invalid ones are ignored', () => {
  const project = { workspace: 'ada', projectName: 'digits' };
  const stored: ProjectOrder = { ...project, order: lowest };
  const orders = withOrder([], stored);
  assert.deepEqual(readProjectOrders([...orders, { ...project, order: { by: 'color' } }, 3]), [stored]);
  assert.ok(isSameOrder(orderOf(orders, project), lowest));
  assert.deepEqual(orderOf(orders, { ...project, projectName: 'other' }), newestFirst);
  assert.deepEqual(withOrder(orders, { ...project, order: { by: 'name' } }), [{ ...project, order: { by: 'name' } }]);
  assert.deepEqual(withOrder(orders, { ...project, order: newestFirst }), []);
});
