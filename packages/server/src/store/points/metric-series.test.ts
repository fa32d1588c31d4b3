import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from './metric-chunk.ts';
import { joinBySteps, orderBySteps } from './metric-series.ts';

function points(rows: readonly (readonly [step: number | null, value: number])[]): Points {
  return {
    values: Float64Array.from(rows, (row) => row[1]),
    steps: Float64Array.from(rows, (row) => row[0] ?? Number.NaN),
    epochs: new Float64Array(rows.length).fill(Number.NaN),
    timestamps: Float64Array.from(rows, (_, index) => index),
  };
}
const rows = ({ steps, values }: Points) => Array.from(steps, (step, index) => [step, values[index]]);

test('points logged out of order are sorted by step, equal steps in order of arrival', () => {
  const ordered = orderBySteps(
    points([
      [2, 20],
      [1, 10],
      [2, 21],
      [0, 0],
    ]),
  );
  assert.deepEqual(rows(ordered), [
    [0, 0],
    [1, 10],
    [2, 20],
    [2, 21],
  ]);
});

test('points without steps are in the order of logging', () => {
  const given = points([
    [null, 1],
    [3, 2],
    [1, 3],
  ]);
  assert.equal(orderBySteps(given), given);
});

test('joined series have their common steps', () => {
  const joined = joinBySteps([
    points([
      [0, 1],
      [1, 2],
      [3, 4],
    ]),
    points([
      [3, 30],
      [1, 10],
      [2, 20],
    ]),
  ]);
  assert.deepEqual(joined.map(rows), [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 10],
      [3, 30],
    ],
  ]);
});

test('the last point of a repeated step counts', () => {
  assert.deepEqual(
    joinBySteps([
      points([
        [1, 5],
        [1, 6],
      ]),
      points([[1, 7]]),
    ]).map(rows),
    [[[1, 6]], [[1, 7]]],
  );
});

test('series without a common step have an empty join', () => {
  assert.deepEqual(joinBySteps([points([[1, 5]]), points([[null, 7]])]).map(rows), [[], []]);
});
