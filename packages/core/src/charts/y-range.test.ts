import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '../test-support/chart-models.ts';
import type { ChartModel } from './chart-model.ts';
import { chartRows } from './chart-rows.ts';
import { countBeyond, yExtentOf } from './y-range.ts';

const whole = (model: ChartModel, columns = 400) => chartRows(model, model.xExtent, columns);

test('the middle of the values leaves outliers out of the visible range, and counts them', () => {
  const model = modelOf({ a: Array.from({ length: 1000 }, (_, at) => (at % 100 === 50 ? 1e6 : at % 7)) });
  const rows = whole(model);
  const window = [0, 999] as const;
  assert.deepEqual(yExtentOf(model, rows, window, undefined), [0, 1e6]);
  const middle = yExtentOf(model, rows, window, 'middle');
  assert.deepEqual(middle, [0, 6]);
  assert.equal(countBeyond(model, window, middle), 10);
  assert.deepEqual(yExtentOf(modelOf({ a: [5, 9] }), whole(modelOf({ a: [5, 9] })), window, 'zero'), [0, 9]);
});
