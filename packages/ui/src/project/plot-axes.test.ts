import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentRow } from './columns.ts';
import { columnAxis, defaultAxes } from './plot-axes.ts';

const row = (name: string, value: string | null): ExperimentRow => ({
  metadata: { experimentKey: name, experimentName: name, workspaceName: 'w', projectName: 'p', startTimeMillis: 1 },
  details: { tags: [], metrics: [], parameters: value === null ? [] : [{ name: 'lr', valueCurrent: value }] },
});
const parts = (values: readonly (string | null)[], kind: 'linear' | 'log') => {
  const rows = values.map((value, index) => row(`e${index}`, value));
  const axis = columnAxis(rows, 'parameter:lr', kind);
  return rows.map((each) => axis.part(each));
};

test('numbers are positioned in order along the axis, and other values are left out', () => {
  const [a, b, c, none, nan] = parts(['1', '2', '3', null, 'NaN'], 'linear');
  assert.ok(a! > 0 && a! < b! && b! < c! && c! < 1);
  assert.deepEqual([none, nan], [null, null]);
});

test('a logarithmic axis gives decades the same space and leaves out zero', () => {
  const [a, b, c, zero] = parts(['0.001', '0.01', '0.1', '0'], 'log');
  assert.ok(Math.abs(b! - a! - (c! - b!)) < 1e-9);
  assert.equal(zero, null);
});

test('texts have separate positions', () => {
  assert.deepEqual(parts(['adam', 'sgd', 'adam'], 'linear'), [0.25, 0.75, 0.25]);
});

test('a single value is in the middle', () => assert.deepEqual(parts(['5'], 'linear'), [0.5]));

test('the default axes are the parameters that differ and the best value of the first metric', () => {
  assert.deepEqual(defaultAxes(['state', 'parameter:lr', 'parameter:width', 'metric:loss', 'min:loss']), [
    'parameter:lr',
    'parameter:width',
    'min:loss',
  ]);
});
