import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentRow } from './columns.ts';
import { type AxisScale, columnAxis, defaultAxes, rowsWithin } from './plot-axes.ts';

const row = (name: string, value: string | null): ExperimentRow => ({
  metadata: { experimentKey: name, experimentName: name, workspaceName: 'w', projectName: 'p', startTimeMillis: 1 },
  details: { tags: [], metrics: [], parameters: value === null ? [] : [{ name: 'lr', valueCurrent: value }] },
});
const parts = (values: readonly (string | null)[], scale?: AxisScale) => {
  const rows = values.map((value, index) => row(`e${index}`, value));
  const axis = columnAxis(rows, 'parameter:lr', { scale, otherTexts: 'Other' });
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

test('positive numbers over more than two decades are on a logarithmic scale by default', () => {
  const cases: readonly (readonly [values: readonly string[], scale: AxisScale])[] = [
    [['0.00001', '0.1'], 'log'],
    [['1', '50'], 'linear'],
    [['0', '1000'], 'linear'],
    [['-1', '1000'], 'linear'],
  ];
  for (const [values, scale] of cases) {
    const rows = values.map((value, index) => row(`e${index}`, value));
    assert.equal(columnAxis(rows, 'parameter:lr', { otherTexts: 'Other' }).numbers?.scale, scale, values.join());
  }
});

test('the rarest of too many texts share the last position', () => {
  const values = Array.from({ length: 20 }, (_, index) => `text ${String(index).padStart(2, '0')}`);
  const rows = [...values, ...values.slice(9)].map((value, index) => row(`e${index}`, value));
  const axis = columnAxis(rows, 'parameter:lr', { otherTexts: 'Other' });
  assert.equal(axis.ticks.text.length, 12);
  assert.deepEqual([axis.ticks.text[0], axis.ticks.text.at(-1)], ['text 09', 'Other']);
  assert.ok(rows.every((each) => axis.part(each) !== null));
  assert.equal(axis.part(rows[0]!), axis.ticks.values.at(-1));
});

test('a position on an axis is converted to the value there and back', () => {
  for (const scale of ['linear', 'log'] as const) {
    const rows = ['1', '10', '1000'].map((value, index) => row(`e${index}`, value));
    const { numbers } = columnAxis(rows, 'parameter:lr', { scale, otherTexts: '' });
    assert.ok(Math.abs(numbers!.part(numbers!.value(0.3)) - 0.3) < 1e-9, scale);
  }
});

test('rows are within ranges if each of their values is', () => {
  const rows = ['1', '2', '3', null, 'adam'].map((value, index) => row(`e${index}`, value));
  const keys = (range: readonly [number, number]) =>
    rowsWithin(rows, { 'parameter:lr': range }).map(({ metadata }) => metadata.experimentKey);
  assert.deepEqual(keys([2, 3]), ['e1', 'e2']);
  assert.deepEqual(keys([3, 2]), []);
  assert.equal(rowsWithin(rows, {}), rows);
});

test('the end of a range that a logarithmic scale does not have is below the axis', () => {
  const rows = ['1', '10', '1000'].map((value, index) => row(`e${index}`, value));
  const { numbers } = columnAxis(rows, 'parameter:lr', { scale: 'log', otherTexts: '' });
  assert.deepEqual([numbers!.part(-5), numbers!.part(0)], [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});
