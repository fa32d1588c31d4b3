import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleIndices } from './metric-sample.ts';

const value = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
const series = fc.array(value, { minLength: 1, maxLength: 400 }).map((values) => Float64Array.from(values));
const limit = fc.integer({ min: 5, max: 100 });

test('a series that fits is left alone', () => {
  assert.equal(sampleIndices(Float64Array.of(1, 2, 3), 5), null);
  assert.equal(sampleIndices(new Float64Array(500), 500), null);
});

test('a sample keeps to its limit, rises, and begins and ends with the series', () => {
  fc.assert(
    fc.property(series, limit, (values, most) => {
      const kept = sampleIndices(values, most);
      if (kept === null) return assert.ok(values.length <= most);
      assert.ok(kept.length <= most);
      assert.equal(kept[0], 0);
      assert.equal(kept.at(-1), values.length - 1);
      assert.ok(kept.every((index, at) => at === 0 || index > kept[at - 1]!));
    }),
  );
});

test('no extreme is lost', () => {
  fc.assert(
    fc.property(series, limit, (values, most) => {
      const kept = sampleIndices(values, most) ?? Array.from(values.keys());
      const numbers = Array.from(values).filter((entry) => !Number.isNaN(entry));
      const shown = kept.map((index) => values[index]!).filter((entry) => !Number.isNaN(entry));
      assert.equal(Math.max(...shown), Math.max(...numbers));
      assert.equal(Math.min(...shown), Math.min(...numbers));
    }),
  );
});

test('that there are values that are no numbers still shows', () => {
  fc.assert(
    fc.property(series, limit, (values, most) => {
      const kept = sampleIndices(values, most) ?? Array.from(values.keys());
      assert.equal(
        kept.some((index) => Number.isNaN(values[index]!)),
        values.some(Number.isNaN),
      );
    }),
  );
});

test('the same series gives the same sample', () => {
  fc.assert(
    fc.property(series, limit, (values, most) => {
      assert.deepEqual(sampleIndices(values, most), sampleIndices(values.slice(), most));
    }),
  );
});

for (const [gaps, least] of [
  [0, 500],
  [1, 499],
  [20, 480],
  [5000, 400],
] as const) {
  test(`of a long series with ${gaps} values that are no numbers about 500 points are shown`, () => {
    const values = Float64Array.from({ length: 40_000 }, (_, index) => Math.sin(index * index));
    for (let gap = 0; gap < gaps; gap++) values[100 + gap * 7] = Number.NaN;
    const kept = sampleIndices(values, 500)!;
    assert.ok(kept.length >= least && kept.length <= 500, String(kept.length));
  });
}
