import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { downsampleMetric, sampleIndices } from './downsample.ts';

const values = fc.array(fc.oneof(fc.double(), fc.constantFrom('NaN', 'Infinity', '1e-7', null)), { maxLength: 3000 });
const counts = fc.integer({ min: 5, max: 600 });

test('selected points are in order, unique, and within the limit', () => {
  fc.assert(
    fc.property(values, counts, (list, count) => {
      const places = sampleIndices(list, count);
      assert.ok(places.length <= Math.max(count, 0) || list.length <= count);
      for (const [index, place] of places.entries()) assert.ok(index === 0 || place > places[index - 1]!);
    }),
  );
});

test('first, last, minimum and maximum are selected', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 3000 }),
      counts,
      (list, count) => {
        const kept = sampleIndices(list, count).map((place) => list[place]!);
        assert.deepEqual([kept[0], kept.at(-1)], [list[0], list.at(-1)]);
        const least = list.reduce((a, b) => Math.min(a, b));
        const greatest = list.reduce((a, b) => Math.max(a, b));
        assert.ok(kept.some((value) => value === least) && kept.some((value) => value === greatest));
      },
    ),
  );
});

test('a single value that is not finite among thousands is selected', () => {
  const list: unknown[] = Array.from({ length: 5000 }, (_, index) => index % 7);
  list[3333] = 'NaN';
  assert.ok(sampleIndices(list, 100).includes(3333));
});

test('parallel lists remain parallel, empty lists are removed, and the total is reported', () => {
  const steps = Array.from({ length: 1000 }, (_, index) => index * 10);
  const metric = {
    metricName: 'loss',
    values: steps.map((step) => Math.sin(step)),
    steps,
    epochs: steps.map(() => null),
    timestamps: steps.map((step) => step + 1),
    durations: steps,
  };
  const thin = downsampleMetric(metric, 50);
  assert.ok(thin.values.length <= 50);
  for (const [index, step] of thin.steps!.entries()) assert.equal(thin.values[index], Math.sin(step!));
  assert.equal(thin.timestamps!.length, thin.values.length);
  assert.deepEqual(['epochs' in thin, 'durations' in thin, thin.total], [false, false, 1000]);
});
