import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AggregationMember, type AggregationRule, aggregated, commonGrid, valueAtX } from './aggregation.ts';

function member(
  points: readonly (readonly [x: number, y: number])[],
  broken: readonly number[] = [],
): AggregationMember {
  return {
    x: Float64Array.from(points, ([x]) => x),
    y: Float64Array.from(points, ([, y]) => y),
    breaks: Uint8Array.from(points, (_, index) => (index === 0 || broken.includes(index) ? 1 : 0)),
  };
}
const list = (values: ArrayLike<number>) => Array.from(values);

const cases: readonly [name: string, rule: AggregationRule, center: number, low: number, high: number][] = [
  ['mean, least to greatest', { center: 'mean', band: 'range' }, 4, 1, 9],
  ['mean and standard deviation of a sample', { center: 'mean', band: 'std' }, 4, 4 - Math.sqrt(19), 4 + Math.sqrt(19)],
  [
    'mean and standard error',
    { center: 'mean', band: 'stderr' },
    4,
    4 - Math.sqrt(19) / Math.sqrt(3),
    4 + Math.sqrt(19) / Math.sqrt(3),
  ],
  [
    'mean and its 95 % confidence interval: 4.303 standard errors of three',
    { center: 'mean', band: 'ci95' },
    4,
    4 - (4.303 * Math.sqrt(19)) / Math.sqrt(3),
    4 + (4.303 * Math.sqrt(19)) / Math.sqrt(3),
  ],
  ['median without a band', { center: 'median', band: 'none' }, 2, 2, 2],
];
for (const [name, rule, center, low, high] of cases) {
  test(name, () => {
    const all = aggregated([member([[0, 1]]), member([[0, 2]]), member([[0, 9]])], rule);
    for (const [got, wanted] of [
      [all.center[0], center],
      [all.low[0], low],
      [all.high[0], high],
    ] as const)
      assert.ok(Math.abs(got! - wanted) < 1e-12, `${got} is not ${wanted}`);
    assert.deepEqual(list(all.count), [3]);
  });
}

test('a run that ended early counts only up to its end', () => {
  const all = aggregated(
    [
      member([
        [0, 10],
        [1, 10],
      ]),
      member([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ],
    { center: 'mean', band: 'range' },
  );
  assert.deepEqual(list(all.center), [5, 5, 0]);
  assert.deepEqual(list(all.count), [2, 2, 1]);
});

test('members without a point at a step are interpolated', () => {
  const all = aggregated(
    [
      member([
        [0, 0],
        [4, 4],
      ]),
      member([
        [1, 1],
        [3, 3],
      ]),
    ],
    { center: 'mean', band: 'none' },
  );
  assert.deepEqual(list(all.x), [0, 1, 3, 4]);
  assert.deepEqual(list(all.center), [0, 1, 3, 4]);
});

test('nothing is interpolated across a break', () => {
  const broken = member(
    [
      [0, 0],
      [10, 10],
    ],
    [1],
  );
  assert.ok(Number.isNaN(valueAtX(broken, 5)));
  const all = aggregated([broken], { center: 'mean', band: 'std' });
  assert.deepEqual(list(all.x), [0, 10]);
});

const whole = [
  [0, 0],
  [1, 1],
  [3, 3],
] as const;
for (const [name, members, breaks] of [
  ['a break of every member stays', [member(whole, [2]), member(whole, [2])], [1, 0, 1]],
  ['a member that goes on bridges the break of another', [member(whole, [2]), member(whole)], [1, 0, 0]],
  ['a member that has ended does not bridge it', [member(whole, [2]), member(whole.slice(0, 2))], [1, 0, 1]],
  ['members without a common range are connected', [member(whole.slice(0, 1)), member(whole.slice(1))], [1, 0, 0]],
] as const) {
  test(`between adjacent positions, ${name}`, () => {
    assert.deepEqual(list(aggregated(members, { center: 'mean', band: 'range' }).breaks), breaks);
  });
}

test('a break between two positions of an even grid remains', () => {
  const long = member(
    Array.from({ length: 5000 }, (_, index) => [index, index] as const),
    [2512],
  );
  const all = aggregated([long, long], { center: 'mean', band: 'none' }, { limit: 100 });
  assert.equal(list(all.breaks).filter((one) => one === 1).length, 2);
});

const steps = (count: number, valueAtStep: (step: number) => number) =>
  member(Array.from({ length: count }, (_, step) => [step, valueAtStep(step)] as const));

test('very many steps are reduced to those of extremes, with both ends', () => {
  const long = steps(5000, (step) => (step === 1234 ? 9 : step === 4321 ? -9 : 0));
  const grid = list(commonGrid([long, steps(5000, () => 1)], { limit: 100 }));
  assert.ok(grid.length <= 100, `${grid.length} positions`);
  assert.deepEqual([grid[0], grid.at(-1)], [0, 4999]);
  assert.ok(grid.includes(1234) && grid.includes(4321));
  assert.ok(grid.every(Number.isInteger), 'nothing is interpolated');
});

test('the visible part has every step that fits, and its nearest neighbors', () => {
  const grid = list(
    commonGrid([steps(5000, Math.sin), steps(4000, Math.cos)], { limit: 100, domain: [2000.5, 2010.5] }),
  );
  assert.deepEqual(
    grid.filter((at) => at >= 2000 && at <= 2011),
    Array.from({ length: 12 }, (_, index) => 2000 + index),
  );
  assert.deepEqual([grid[0], grid.at(-1)], [0, 4999]);
});

test('a visible part with too many steps has more of them than the whole', () => {
  const all = [steps(50_000, Math.sin)];
  const within = (grid: Float64Array) => list(grid).filter((at) => at >= 10_000 && at <= 15_000).length;
  assert.ok(within(commonGrid(all, { limit: 100 })) <= 12);
  assert.ok(within(commonGrid(all, { limit: 100, domain: [10_000, 15_000] })) >= 90);
});

test('the band of values near the largest and the smallest numbers is finite and not empty', () => {
  for (const band of ['std', 'stderr', 'ci95'] as const) {
    for (const [least, greatest] of [
      [-1.7e308, 1.7e308],
      [1, 1e200],
      [1e-200, 3e-200],
    ] as const) {
      const { low, high } = aggregated([member([[0, least]]), member([[0, greatest]])], { center: 'mean', band });
      assert.ok(Number.isFinite(low[0]) && Number.isFinite(high[0]), `${band} of ${least} and ${greatest}`);
      assert.ok(low[0]! < high[0]!, `${band} of ${least} and ${greatest}`);
    }
  }
});

test('on a logarithmic axis the positions are even on the screen', () => {
  const long = member(Array.from({ length: 10_000 }, (_, step) => [step + 1, Math.sin(step)] as const));
  const grid = list(commonGrid([long], { limit: 200, scale: 'log' }));
  assert.ok(grid.filter((at) => at <= 100).length >= 40, 'a half of the axis');
});

const members = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })), {
      selector: ([x]) => x,
      maxLength: 20,
    })
    .map((points) => member(points.sort(([a], [b]) => a - b))),
  { maxLength: 6 },
);
const rules = fc.record<AggregationRule>({
  center: fc.constantFrom('mean', 'median'),
  band: fc.constantFrom('std', 'stderr', 'range', 'none'),
});

const domains = fc
  .option(fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 0, max: 60 })), { nil: null })
  .map((part) => part && ([part[0], part[0] + part[1]] as const));

test('the least and the greatest value of the members are in the range, whatever the number of positions', () => {
  fc.assert(
    fc.property(members, fc.integer({ min: 2, max: 60 }), domains, (all, limit, domain) => {
      const { low, high } = aggregated(all, { center: 'mean', band: 'range' }, { limit, domain });
      const values = all.flatMap(({ y }) => list(y));
      assert.deepEqual([Math.min(...low), Math.max(...high)], [Math.min(...values), Math.max(...values)]);
    }),
  );
});

test('the band holds the center, the center is among the members, and x ascends', () => {
  fc.assert(
    fc.property(members, rules, fc.integer({ min: 2, max: 60 }), domains, (all, rule, limit, domain) => {
      const out = aggregated(all, rule, { limit, domain, scale: 'symlog' });
      for (let index = 0; index < out.x.length; index++) {
        const slack = 1e-6;
        const values = all.map((one) => valueAtX(one, out.x[index]!)).filter((value) => !Number.isNaN(value));
        assert.equal(values.length, out.count[index]);
        assert.ok(
          out.center[index]! >= Math.min(...values) - slack && out.center[index]! <= Math.max(...values) + slack,
        );
        assert.ok(out.low[index]! <= out.center[index]! + slack && out.high[index]! >= out.center[index]! - slack);
        if (index > 0) assert.ok(out.x[index]! > out.x[index - 1]!);
      }
    }),
  );
});

test('the order of the members does not matter', () => {
  fc.assert(
    fc.property(members, rules, (all, rule) => {
      const there = aggregated(all, rule);
      const back = aggregated(all.slice().reverse(), rule);
      assert.deepEqual(list(there.x), list(back.x));
      for (let index = 0; index < there.x.length; index++)
        assert.ok(Math.abs(there.center[index]! - back.center[index]!) < 1e-6);
    }),
  );
});
