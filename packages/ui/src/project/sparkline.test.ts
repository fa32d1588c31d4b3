import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sparkline, sparkSize } from './sparkline.ts';

const entry = (values: readonly (number | string | null)[]) => ({
  metrics: [{ metricName: 'loss', values: [...values], steps: values.map((_, index) => index) }],
});
const line = (values: readonly (number | string | null)[]) => sparkline(entry(values), 'loss');

test('a line reports its first, last, lowest and highest value, whatever is not a number between them', () => {
  const { path, ...said } = line([3, 'NaN', '1', 'Infinity', 2])!;
  assert.deepEqual(said, { first: 3, last: 2, min: 1, max: 3 });
  assert.equal(path.match(/M/g)?.length, 3, 'each missing value parts the line');
});

test('without finite values there is no line', () => {
  for (const values of [[], ['NaN', null], ['Infinity']]) assert.equal(line(values), null);
  assert.equal(sparkline(undefined, 'loss'), null);
  assert.equal(sparkline(entry([1]), 'other'), null);
});

test('a single value and a constant are in the middle', () => {
  assert.match(line([5])!.path, /^M48\.0 10\.0h/);
  assert.match(line([5, 5])!.path, /^M2\.0 10\.0L94\.0 10\.0$/);
});

test('a spike among 10,000 values reaches the top, and the path stays small and inside its box', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => (index === 7777 ? 100 : Math.sin(index)));
  const { path, max } = line(values)!;
  assert.equal(max, 100);
  assert.match(path, / 2\.0(?:L|$)/);
  assert.ok(path.length < 5000, `${path.length}`);
});

test('all positions are inside the box for any values', () => {
  const extreme = fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 0);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), extreme), { maxLength: 300 }), (values) => {
      const made = line(values);
      assert.equal(made === null, !values.some(Number.isFinite));
      if (made === null) return;
      assert.match(made.path, /^M[\d.]+ [\d.]+(?:[ML][\d.]+ [\d.]+)*(?:h0\.01)?$/);
      for (const [, left, top] of made.path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
        assert.ok(Number(left) <= sparkSize.width);
        assert.ok(Number(top) <= sparkSize.height);
      }
    }),
  );
});
