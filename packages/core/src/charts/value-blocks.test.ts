import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countOutside, extremes } from './value-blocks.ts';

/** Values with many equal ones, in more than one block, and a range of them. */
const ranges = fc
  .record({ seed: fc.integer(), length: fc.integer({ min: 1, max: 1500 }), levels: fc.integer({ min: 1, max: 50 }) })
  .chain(({ seed, length, levels }) => {
    const values = Float64Array.from({ length }, (_, at) => Math.abs(Math.imul(seed + at, 2_654_435_761)) % levels);
    return fc.record({
      values: fc.constant(values),
      start: fc.integer({ min: 0, max: length - 1 }),
      size: fc.integer({ min: 1, max: length }),
    });
  })
  .map(({ values, start, size }) => ({ values, start, end: Math.min(values.length, start + size) }));

test('the first least and the first greatest value of a range are found', () => {
  fc.assert(
    fc.property(ranges, ({ values, start, end }) => {
      const part = [...values.subarray(start, end)];
      assert.deepEqual(extremes(values, start, end), {
        least: start + part.indexOf(Math.min(...part)),
        greatest: start + part.indexOf(Math.max(...part)),
      });
    }),
  );
});

test('the values outside a range of values are counted', () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), (range, least, greatest) => {
      const { values, start, end } = range;
      const outside = values.subarray(start, end).filter((value) => value < least || value > greatest);
      assert.equal(countOutside(values, start, end, least, greatest), outside.length);
    }),
  );
});
