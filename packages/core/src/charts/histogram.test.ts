import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { binEdges, evenBins, evenlySpaced, histogramOf, histogramsOf, meanOf, quantile, rangeOf } from './histogram.ts';

const scale = { version: 2, values: null, offset: 0, start: 1e-12, stop: 1e20, step: 1.1 };

test('edges grow away from the offset on both sides, as the SDK makes them', () => {
  assert.deepEqual(binEdges(1, 8, 2, 0), [-Infinity, -8, -4, -2, -1, 0, 1, 2, 4, 8, Infinity]);
  const edges = binEdges(1e-12, 1e20, 1.1, 0);
  // The SDK's list has 1551 edges, with the offset in the middle.
  assert.equal(edges.length, 1551);
  assert.equal(edges[775], 0);
});

test('a value is in the bin that the SDK assigns', () => {
  // Index that the SDK computes: ceil(log(|v| / 1e-12) / log(1.1)) bins away from the middle.
  const index = (value: number) => {
    const away = Math.ceil(Math.log(Math.abs(value) / 1e-12) / Math.log(1.1));
    return value > 0 ? 775 + away : 775 - 1 - away;
  };
  for (const value of [0.05, -0.2, 3, -1000]) {
    const read = histogramOf({ ...scale, index_values: [[index(value), 1]] });
    const [bin] = read!.bins;
    assert.ok(bin!.low <= value && value <= bin!.high, `${value} in ${bin!.low}..${bin!.high}`);
  }
});

test('values in the innermost bins equal the offset', () => {
  const middle = 775;
  const zeros = histogramOf({
    ...scale,
    index_values: [
      [middle - 1, 5],
      [middle, 995],
    ],
  })!;
  assert.deepEqual([meanOf(zeros), quantile(zeros, 0.05), quantile(zeros, 0.95), zeros.total], [0, 0, 0, 1000]);
  const ones = histogramOf({ ...scale, offset: 1, index_values: [[middle, 10]] })!;
  assert.equal(meanOf(ones), 1);
});

for (const [what, value] of [
  ['nothing', null],
  ['a list', []],
  ['a scale that does not grow', { ...scale, step: 1, index_values: [] }],
  ['a start of zero', { ...scale, start: 0, index_values: [] }],
  ['no counts', { ...scale }],
  ['an endless scale', { ...scale, stop: 'Infinity', index_values: [] }],
] as const) {
  test(`${what} is no histogram`, () => assert.equal(histogramOf(value), null));
}

test('an endless scale is limited', () => {
  assert.ok(binEdges(1e-300, 1e300, 1 + 1e-9, 0).length < 50_000);
});

test('impossible counts are ignored', () => {
  const read = histogramOf({
    ...scale,
    index_values: [[1000, 2], [1001, -1], [9999, 5], ['a', 1], [1002, null], null],
  });
  assert.equal(read?.total, 2);
});

const histograms = fc
  .array(fc.tuple(fc.integer({ min: 600, max: 1000 }), fc.integer({ min: 1, max: 500 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((counts) => histogramOf({ ...scale, index_values: counts })!);

test('even bins over the whole range contain all values', () => {
  fc.assert(
    fc.property(histograms, fc.integer({ min: 1, max: 100 }), (histogram, count) => {
      const [low, high] = rangeOf([histogram], 1);
      const sum = evenBins(histogram, low, high, count).reduce((a, b) => a + b, 0);
      return Math.abs(sum - histogram.total) <= histogram.total * 1e-6;
    }),
  );
});

test('quantiles rise, and the mean is between the ends', () => {
  fc.assert(
    fc.property(histograms, (histogram) => {
      const values = [0, 0.1, 0.5, 0.9, 1].map((share) => quantile(histogram, share));
      const [low, high] = rangeOf([histogram], 1);
      const mean = meanOf(histogram);
      return values.every((value, at) => at === 0 || value >= values[at - 1]!) && mean >= low && mean <= high;
    }),
  );
});

test('a constant has a width, and an empty histogram has no range', () => {
  const [low, high] = rangeOf([histogramOf({ ...scale, index_values: [[0, 3]] })!], 1);
  assert.ok(low < high);
  assert.deepEqual(rangeOf([], 1), [0, 1]);
});

test('a file has one histogram, or one for each of several steps', () => {
  const one = { ...scale, index_values: [[800, 1]] };
  assert.deepEqual(
    histogramsOf(one, 5).map(({ step }) => step),
    [5],
  );
  const several = {
    histograms: [
      { step: 1, histogram: one },
      { step: 2, histogram: one },
      { step: 3, histogram: 'x' },
    ],
  };
  assert.deepEqual(
    histogramsOf(several, null).map(({ step }) => step),
    [1, 2],
  );
});

test('a selection of steps is evenly spread and includes both ends', () => {
  const all = Array.from({ length: 101 }, (_, at) => at);
  assert.deepEqual(evenlySpaced(all, 5), [0, 25, 50, 75, 100]);
  assert.deepEqual(evenlySpaced([1, 2], 5), [1, 2]);
  assert.deepEqual(evenlySpaced(all, 1), [0]);
});
