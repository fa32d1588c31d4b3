import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { binEdges } from '../../charts/histogram.ts';
import { countHistogram } from './histogram-counts.ts';

test('each number is counted in the bin that it is in, also very near the offset', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -19.9, max: 19 }),
      fc.boolean(),
      fc.constantFrom(0, 1, -3),
      (exponent, isNegative, offset) => {
        const distance = (isNegative ? -1 : 1) * 10 ** exponent;
        const value = offset + distance;
        const { index_values: counts, start, stop, step } = countHistogram([value], offset)!;
        const [[bin, count] = [-1, 0], ...others] = counts;
        assert.deepEqual([count, others], [1, []]);
        const edges = binEdges(start, stop, step, offset);
        const slack = Math.abs(distance) * 1e-9 + Math.abs(offset) * 1e-15;
        assert.ok(edges[bin]! - slack <= value && value <= edges[bin + 1]! + slack, `${value} in bin ${bin}`);
      },
    ),
    { endOnFailure: true, examples: [[-19, false, 0]] },
  );
});
