import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { smoothed, smoothedInLog } from './smoothing.ts';

const values = fc
  .array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 120 })
  .map((list) => Float64Array.from(list));
const smoothing = fc.oneof(
  fc.record({ method: fc.constant('ema' as const), amount: fc.double({ noNaN: true, min: 0, max: 5 }) }),
  fc.record({ method: fc.constant('half-life' as const), amount: fc.double({ noNaN: true, min: 0, max: 500 }) }),
  fc.record({ method: fc.constantFrom('mean' as const, 'median' as const), amount: fc.integer({ min: 0, max: 200 }) }),
);

test('a smoothed line is between the minimum and the maximum', () => {
  fc.assert(
    fc.property(values, smoothing, (y, how) => {
      const out = smoothed(y, how);
      const slack = 1e-6 * Math.max(1, ...y.map(Math.abs));
      assert.equal(out.length, y.length);
      for (const value of out) assert.ok(value >= Math.min(...y) - slack && value <= Math.max(...y) + slack);
    }),
  );
});

test('a constant is not changed, not even by a rounding error', () => {
  for (const how of [
    { method: 'ema', amount: 0.6 },
    { method: 'ema', amount: 0.99 },
    { method: 'half-life', amount: 7 },
    { method: 'mean', amount: 9 },
    { method: 'median', amount: 9 },
  ] as const) {
    for (const constant of [4, 0.001, 1 / 3]) {
      const y = new Float64Array(50).fill(constant);
      assert.deepEqual(smoothed(y, how), y, `${how.method} of ${constant}`);
      assert.deepEqual(smoothedInLog(y, how), y, `${how.method} of the logarithm of ${constant}`);
    }
  }
});

test('amount zero returns the values', () => {
  const y = Float64Array.of(3, 1, 2);
  assert.equal(smoothed(y, { method: 'ema', amount: 0 }), y);
  assert.equal(smoothed(y, { method: 'mean', amount: 1 }), y);
  assert.equal(smoothed(y, { method: 'median', amount: Number.NaN }), y);
});

test('the average is debiased: no zero is assumed before the first value', () => {
  const [first, second] = smoothed(Float64Array.of(10, 20), { method: 'ema', amount: 0.5 });
  assert.equal(first, 10);
  assert.ok(Math.abs(second! - (0.25 * 10 + 0.5 * 20) / 0.75) < 1e-12);
});

test('a window does not shift a line, and a median removes a spike', () => {
  const line = Float64Array.from({ length: 21 }, (_, i) => i);
  const mean = smoothed(line, { method: 'mean', amount: 5 });
  assert.ok(line.every((value, i) => Math.abs(mean[i]! - value) < 1e-12));
  const spiked = line.map((value, i) => (i === 10 ? 1e6 : value));
  assert.equal(smoothed(spiked, { method: 'median', amount: 5 })[10], 11);
});

test('the median of each window equals the one by sorting', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 31 }), (y, window) => {
      const out = smoothed(y, { method: 'median', amount: window });
      const half = Math.floor(window / 2);
      for (let i = 0; i < y.length; i++) {
        const reach = Math.min(half, i, y.length - 1 - i);
        const sorted = [...y.subarray(i - reach, i + reach + 1)].sort((a, b) => a - b);
        // Adding 0 turns -0 into 0: their order after sorting is arbitrary.
        assert.equal(out[i]! + 0, sorted[reach]! + 0);
      }
    }),
  );
});

test('a half-life over evenly spaced points equals the average with the corresponding weight', () => {
  const y = Float64Array.from({ length: 60 }, (_, at) => Math.sin(at * 1.7));
  const weight = 0.5 ** (10 / 25);
  const even = smoothed(y, { method: 'half-life', amount: 25 }, (index) => index * 10);
  const plain = smoothed(y, { method: 'ema', amount: weight });
  for (const [index, value] of even.entries()) assert.ok(Math.abs(value - plain[index]!) < 1e-12);
});

test('the weight of a value halves per half-life', () => {
  const out = smoothed(Float64Array.of(0, 3), { method: 'half-life', amount: 8 }, (index) => index * 8);
  assert.ok(Math.abs(out[1]! - 2) < 1e-12);
});

test('on a logarithmic scale, a spike counts by its factor', () => {
  const out = smoothedInLog(Float64Array.of(1, 100), { method: 'half-life', amount: 1 });
  assert.ok(Math.abs(out[1]! - 100 ** (2 / 3)) < 1e-9);
  const y = Float64Array.of(1, 2);
  assert.equal(smoothedInLog(y, { method: 'ema', amount: 0 }), y);
});
