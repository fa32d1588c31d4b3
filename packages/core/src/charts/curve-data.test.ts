import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { curveData } from './curve-data.ts';
import { metricSeries } from './metric-series.ts';

/** Returns the points of a curve as they are drawn. */
function drawn(x: readonly number[], y: readonly number[]) {
  const entry = curveData(new Map([['a', { x, y }]])).a!;
  const series = metricSeries(entry, entry.metrics[0]!, { metric: 'x' });
  return { x: Array.from(series.x, (at) => Math.round(at * 1e9) / 1e9), y: Array.from(series.y), notes: series.notes };
}

test('a curve with vertical parts is drawn with each of its points', () => {
  const roc = { x: [0, 0, 0, 0.25, 0.25, 1, 1], y: [0, 0.2, 0.5, 0.5, 0.9, 0.9, 1] };
  assert.deepEqual(drawn(roc.x, roc.y), { ...roc, notes: new Map() });
});

test('a descending curve is drawn in ascending order', () => {
  assert.deepEqual(drawn([1, 0.5, 0.5, 0], [0.1, 0.4, 0.6, 1]), {
    x: [0, 0.5, 0.5, 1],
    y: [1, 0.6, 0.4, 0.1],
    notes: new Map(),
  });
});

test('of lists of different lengths the points that both have are drawn', () => {
  assert.deepEqual(drawn([1, 2, 3], [9, 8]), { x: [1, 2], y: [9, 8], notes: new Map() });
  assert.deepEqual(drawn([3, 2, 1], [9, 8]), { x: [2, 3], y: [8, 9], notes: new Map() });
  assert.deepEqual(drawn([3, 2], [9, 8, 7]), { x: [2, 3], y: [8, 9], notes: new Map() });
});

test('a vertical line far from zero has all of its points', () => {
  assert.deepEqual(drawn([1e12, 1e12, 1e12], [1, 2, 3]).y, [1, 2, 3]);
  assert.deepEqual(drawn([0, 0], [1, 2]).y, [1, 2]);
});

test('an ascending curve has each point, at its x, and without a finite x none', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), number), { minLength: 2 }), (points) => {
      const x = points.map(([at]) => at / 20).sort((a, b) => a - b);
      const y = points.map(([, value]) => value);
      const all = drawn(x, y);
      assert.equal(all.x.length, x.length);
      for (const [index, at] of all.x.entries()) assert.ok(Math.abs(at - x[index]!) < 1e-8);
    }),
  );
  assert.deepEqual(drawn([Number.NaN, 1], [1, 2]).y, [2]);
  const infinity = Number.POSITIVE_INFINITY;
  assert.deepEqual(drawn([infinity, 0.8, 0.8, 0.5], [0, 0.2, 0.3, 1]).y, [1, 0.3, 0.2]);
  assert.deepEqual(drawn([0, 0, 0.5, infinity, infinity], [0, 0.2, 0.4, 0.9, 1]).y, [0, 0.2, 0.4]);
});
