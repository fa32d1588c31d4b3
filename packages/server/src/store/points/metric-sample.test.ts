import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleIndices, sampleOfSteps } from './metric-sample.ts';

const value = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
const series = fc.array(value, { minLength: 1, maxLength: 400 }).map((values) => Float64Array.from(values));
const limit = fc.integer({ min: 5, max: 100 });

test('a series within the limit is not sampled', () => {
  assert.equal(sampleIndices(Float64Array.of(1, 2, 3), 5), null);
  assert.equal(sampleIndices(new Float64Array(500), 500), null);
});

test('a sample is within its limit, ascends, and has the first and last point of the series', () => {
  fc.assert(
    fc.property(series, limit, (values, limit) => {
      const sampled = sampleIndices(values, limit);
      if (sampled === null) return assert.ok(values.length <= limit);
      assert.ok(sampled.length <= limit);
      assert.equal(sampled[0], 0);
      assert.equal(sampled.at(-1), values.length - 1);
      assert.ok(sampled.every((index, at) => at === 0 || index > sampled[at - 1]!));
    }),
  );
});

test('a sample contains all finite extremes', () => {
  fc.assert(
    fc.property(series, limit, (values, limit) => {
      const sampled = sampleIndices(values, limit) ?? Array.from(values.keys());
      const numbers = Array.from(values).filter(Number.isFinite);
      const shown = sampled.map((index) => values[index]!).filter(Number.isFinite);
      assert.equal(Math.max(...shown), Math.max(...numbers));
      assert.equal(Math.min(...shown), Math.min(...numbers));
    }),
  );
});

const sorted = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), value), { minLength: 1, maxLength: 400 })
  .map((points) => points.toSorted((a, b) => a[0] - b[0]));

test('of points with equal steps a sample has the last, and all extremes of the last ones', () => {
  fc.assert(
    fc.property(sorted, fc.integer({ min: 25, max: 100 }), (points, limit) => {
      const steps = Float64Array.from(points, ([step]) => step);
      const values = Float64Array.from(points, (point) => point[1]);
      const isLast = (index: number) => steps[index] !== steps[index + 1];
      const lastOf = (index: number): number => (isLast(index) ? index : lastOf(index + 1));
      const sampled = sampleOfSteps({ values, steps }, limit) ?? [...values.keys()];
      assert.ok(sampled.length <= limit);
      assert.ok(sampled.every((index, at) => at === 0 || index > sampled[at - 1]!));
      for (const index of sampled) assert.ok(sampled.includes(lastOf(index)));
      const extremes = (indices: readonly number[]) => {
        const finite = indices
          .filter(isLast)
          .map((index) => values[index]!)
          .filter(Number.isFinite);
        return [Math.min(...finite), Math.max(...finite)];
      };
      assert.deepEqual(extremes(sampled), extremes([...values.keys()]));
    }),
  );
});

test('a resumed run is sampled over steps as its last points are, and over time as all are', () => {
  const points = [...Array(40_000).keys()].map((step) => [step, 0]);
  for (let step = 35_000; step < 90_000; step++) points.push([step, 1]);
  points.sort((a, b) => a[0]! - b[0]!);
  const steps = Float64Array.from(points, (point) => point[0]!);
  const values = Float64Array.from(points, ([step, attempt]) => attempt! + Math.sin(step! * step!) / 10);
  const sampled = sampleOfSteps({ values, steps }, 500)!;
  const drawn = new Map(sampled.map((index) => [steps[index]!, values[index]!]));
  for (const [step, drawnValue] of drawn) assert.equal(drawnValue > 0.5, step >= 35_000);
  assert.ok(drawn.size > 400, String(drawn.size));
  const superseded = sampled.filter((index) => values[index]! < 0.5 && steps[index]! >= 35_000);
  assert.ok(superseded.length >= 5, String(superseded.length));
});

test('points of few steps, each logged many times, are sampled within the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 2, max: 400 }),
      fc.integer({ min: 25, max: 500 }),
      (stepCount, each, limit) => {
        const steps = Float64Array.from({ length: stepCount * each }, (_, index) => Math.floor(index / each));
        const values = steps.map((step, index) => step + Math.sin(index));
        const sampled = sampleOfSteps({ values, steps }, limit) ?? [...values.keys()];
        assert.ok(sampled.length <= limit, `${sampled.length} of ${limit}`);
        const last = new Set(sampled.map((index) => steps[index]!));
        for (const step of last) assert.ok(sampled.includes((step + 1) * each - 1), 'the last point of each step');
        if (stepCount <= limit / 2) assert.equal(last.size, stepCount);
      },
    ),
    {
      examples: [
        [10, 200, 500],
        [50, 150, 500],
        [3, 300, 500],
      ],
    },
  );
});

test('a sample contains values that are not finite', () => {
  fc.assert(
    fc.property(series, limit, (values, limit) => {
      const sampled = sampleIndices(values, limit) ?? Array.from(values.keys());
      assert.equal(
        sampled.some((index) => !Number.isFinite(values[index]!)),
        !values.every(Number.isFinite),
      );
    }),
  );
});

test('occasional infinite values take no place of the finite ones', () => {
  const values = Float64Array.from({ length: 100_000 }, (_, step) => 5 + 4 * Math.sin(step * 0.7));
  for (let step = 150; step < values.length; step += 300) values[step] = step % 200 === 50 ? Infinity : -Infinity;
  const finite = sampleIndices(values, 500)!
    .map((index) => values[index]!)
    .filter(Number.isFinite);
  const high = finite.filter((value) => value > 8).length;
  const low = finite.filter((value) => value < 2).length;
  assert.ok(high > 150 && low > 150, `${high} high, ${low} low`);
});

test('the same series gives the same sample', () => {
  fc.assert(
    fc.property(series, limit, (values, limit) => {
      assert.deepEqual(sampleIndices(values, limit), sampleIndices(values.slice(), limit));
    }),
  );
});

for (const [gaps, least] of [
  [0, 500],
  [1, 499],
  [20, 480],
  [5000, 400],
] as const) {
  test(`of a long series with ${gaps} values that are not finite about 500 points are shown`, () => {
    const values = Float64Array.from({ length: 40_000 }, (_, index) => Math.sin(index * index));
    for (let gap = 0; gap < gaps; gap++) values[100 + gap * 7] = Number.NaN;
    const sampled = sampleIndices(values, 500)!;
    assert.ok(sampled.length >= least && sampled.length <= 500, String(sampled.length));
  });
}
