import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricSeries } from './metric-series.ts';
import { positiveValues } from './positive-values.ts';

/** Builds a series with the steps -1, 0, 1 and so on. */
function series(values: string[]) {
  const metric = { metricName: 'loss', values, steps: values.map((_, index) => index - 1) };
  return metricSeries({ metrics: [metric] }, metric, 'step');
}

test('a series without omitted values is returned unchanged', () => {
  const whole = series(['-1', '2', '3']);
  assert.equal(positiveValues(whole, { xScale: 'linear', yScale: 'linear' }), whole);
});

test('a logarithmic axis shows positive values, and its line breaks at omitted ones', () => {
  const part = positiveValues(series(['1', '2', '3', '-4', '5']), { xScale: 'linear', yScale: 'log' });
  assert.deepEqual([...part.y], [1, 2, 3, 5]);
  assert.deepEqual([...part.breaks].slice(1), [0, 0, 1]);
  assert.deepEqual([...positiveValues(series(['1', '2', '3', '4']), { xScale: 'log', yScale: 'linear' }).x], [1, 2]);
});

test('marks of values that are not finite also respect a logarithmic x axis', () => {
  const all = series(['NaN', 'NaN', '3', 'NaN']);
  assert.deepEqual(
    positiveValues(all, { xScale: 'log', yScale: 'linear' }).nonFinite.map(({ x }) => x),
    [2],
  );
  assert.equal(positiveValues(all, { xScale: 'linear', yScale: 'log' }).nonFinite.length, 3);
});
