import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fraction, paddedDomain, ticks, valueAt } from './scales.ts';
import { staticTexts } from './static-texts.ts';

test('for any domain, ticks are few, ascending, inside it and have distinct texts', () => {
  const end = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(
      fc.constantFrom('linear', 'log', 'symlog'),
      end,
      end,
      fc.integer({ min: 2, max: 12 }),
      (kind, a, b, count) => {
        const positive = (value: number) => (kind === 'log' ? Math.abs(value) + 1e-300 : value);
        const [from, to] = [positive(a), positive(b)].sort((x, y) => x - y) as [number, number];
        const domain = paddedDomain(kind, from, to, 0.05);
        const { values, text } = ticks(kind, 'number', domain, count, staticTexts);
        assert.ok(values.length <= 40, `${values.length} ticks`);
        const slack = (domain[1] / 1e6 - domain[0] / 1e6) * 1;
        for (const [index, value] of values.entries()) {
          assert.ok(value >= domain[0] - slack && value <= domain[1] + slack, `${value} in ${domain}`);
          if (index > 0) assert.ok(value > values[index - 1]!);
        }
        assert.ok(text.every((label) => label.length <= 24 && !label.includes('NaN')));
        assert.equal(new Set(text).size, text.length, text.join(' '));
      },
    ),
    { endOnFailure: true, examples: [['log', 1.5e307, Number.MAX_VALUE, 4]] },
  );
});

test('positions and values of an axis are inverse functions', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('linear', 'log', 'symlog'),
      fc.double({ noNaN: true, min: 0, max: 1 }),
      (kind, part) => {
        const value = valueAt(kind, [0.5, 2000], part);
        assert.ok(Math.abs(fraction(kind, [0.5, 2000], value) - part) < 1e-9);
      },
    ),
  );
});

test('one value, no value and huge values still have an axis', () => {
  assert.deepEqual(paddedDomain('linear', 5, 5, 0.05), [4.5, 5.5]);
  assert.deepEqual(paddedDomain('linear', 0, 0, 0.05), [-1, 1]);
  assert.deepEqual(paddedDomain('linear', Infinity, -Infinity, 0.05), [0, 1]);
  assert.deepEqual(paddedDomain('log', Infinity, -Infinity, 0.05), [1, 10]);
  const [least, greatest] = paddedDomain('linear', -1.7e308, 1.7e308, 0.05);
  assert.ok(Number.isFinite(least) && Number.isFinite(greatest));
});

test('the least and the greatest numbers have positions on each axis', () => {
  for (const kind of ['linear', 'log', 'symlog'] as const) {
    const values = [Number.MIN_VALUE, 1e-320, 1, 1e308, Number.MAX_VALUE];
    for (const least of values) {
      for (const greatest of values.filter((value) => value >= least)) {
        for (const padding of [0, 0.05]) {
          const domain = paddedDomain(kind, least, greatest, padding);
          const { text } = ticks(kind, 'number', domain, 5, staticTexts);
          assert.ok(text.length <= 40 && !text.join('').includes('NaN'), text.join(' '));
          for (const value of [least, greatest]) {
            const part = fraction(kind, domain, value);
            assert.ok(part >= -1e-9 && part <= 1 + 1e-9, `${kind}: ${value} of ${domain} is at ${part}`);
          }
        }
      }
    }
  }
});

test('values that differ by a rounding error have the axis of one value', () => {
  for (const kind of ['linear', 'log', 'symlog'] as const) {
    for (const value of [0.001, 1, 3, -3].slice(0, kind === 'log' ? 3 : 4)) {
      const near = [value * (1 - 2e-16), value * (1 + 4e-16)].sort((a, b) => a - b) as [number, number];
      const [least, greatest] = paddedDomain(kind, ...near, 0.05);
      assert.ok(greatest - least > Math.abs(value) / 10, `${kind}: ${least} to ${greatest}`);
      assert.ok(least < near[0] && greatest > near[1]);
      const { text } = ticks(kind, 'number', [least, greatest], 5, staticTexts);
      assert.equal(new Set(text).size, text.length, text.join());
    }
  }
});

test('values whose distance is not finite have positions and ticks', () => {
  const domain = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
  assert.deepEqual(
    [domain[0], 0, domain[1]].map((value) => fraction('linear', domain, value)),
    [0, 0.5, 1],
  );
  assert.deepEqual(ticks('linear', 'number', domain, 4, staticTexts).text.length, 7);
});

const symlogCases: readonly (readonly [from: number, to: number, expected: readonly number[]])[] = [
  [190, 820, [200, 300, 400, 500, 600, 700, 800]],
  [11, 90, [20, 40, 60, 80]],
  [-900, -150, [-800, -600, -400, -200]],
  [0, 4.2e12, [0, 1e3, 1e6, 1e9, 1e12]],
  [-2000, 2e6, [-100, 0, 100, 1e4, 1e6]],
];

for (const [from, to, expected] of symlogCases) {
  test(`a symlog axis from ${from} to ${to} has ticks that are apart`, () => {
    const { values } = ticks('symlog', 'number', [from, to], 5, staticTexts);
    assert.deepEqual(values, expected);
  });
}

test('a logarithmic axis of durations has round ones', () => {
  const { values, text } = ticks('log', 'duration', [900, 2.8e8], 8, staticTexts);
  assert.deepEqual(text, ['1s', '10s', '1m', '10m', '1h', '6h', '1d']);
  assert.equal(values.length, text.length);
  assert.deepEqual(ticks('log', 'duration', [61_000, 280_000], 5, staticTexts).text, ['2m', '3m', '4m']);
});

test('a zoomed logarithmic axis has distinct labels', () => {
  const labels = (kind: 'log' | 'symlog', axis: 'number' | 'step', from: number, to: number) =>
    ticks(kind, axis, [from, to], 4, staticTexts).text;
  assert.deepEqual(labels('log', 'number', 1276.9636, 1276.9968), ['1.27697k', '1.27698k', '1.27699k']);
  assert.deepEqual(labels('log', 'number', 2_023_148, 2_023_168), ['2.02315M', '2.023155M', '2.02316M', '2.023165M']);
  assert.deepEqual(labels('symlog', 'step', 3_758_857, 3_758_861).at(-1), '3.758861M');
});

test('a narrow axis of time has ticks, also if the next round step is longer than the axis', () => {
  const day = 86_400_000;
  const from = new Date(2026, 6, 27, 12).getTime();
  assert.deepEqual(ticks('linear', 'time', [from, from + 84 * day], 2, staticTexts).text, ['08-26', '09-25']);
  assert.deepEqual(ticks('linear', 'duration', [day, 254 * day], 2, staticTexts).text, ['90d', '180d']);
});

test('neighboring ticks of durations have different labels', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('linear', 'log', 'symlog'),
      fc.double({ noNaN: true, min: 0.1, max: 1e10 }),
      fc.double({ noNaN: true, min: -2, max: 10 }),
      fc.integer({ min: 2, max: 12 }),
      (kind, from, width, count) => {
        const { text } = ticks(kind, 'duration', [from, from + 10 ** width], count, staticTexts);
        assert.ok(
          text.every((label, index) => label !== text[index - 1]),
          text.join(', '),
        );
      },
    ),
    { endOnFailure: true },
  );
});

for (const [from, to, expected] of [
  [4_475_000, 4_530_000, ['1h 14m 40s', '1h 14m 50s', '1h 15m', '1h 15m 10s', '1h 15m 20s', '1h 15m 30s']],
  [4_474_000, 4_475_000, ['1h 14m 34s', '1h 14m 34.2s', '1h 14m 34.4s', '1h 14m 34.6s', '1h 14m 34.8s', '1h 14m 35s']],
  [1862.9, 1863.4, ['1.8629s', '1.863s', '1.8631s', '1.8632s', '1.8633s', '1.8634s']],
  [0, 1500, ['0s', '200ms', '400ms', '600ms', '800ms', '1s', '1.2s', '1.4s']],
  [-90_000, 30_000, ['−1m 30s', '−1m 15s', '−1m', '−45s', '−30s', '−15s', '0s', '15s', '30s']],
  [0, 400_000_000, ['0s', '1d', '2d', '3d', '4d']],
] as const) {
  test(`durations from ${from} to ${to} ms are labeled exactly`, () => {
    assert.deepEqual(ticks('linear', 'duration', [from, to], 6, staticTexts).text, expected);
  });
}

test('a symlog axis of durations has round ones', () => {
  const { text } = ticks('symlog', 'duration', [-90_000, 1e8], 8, staticTexts);
  assert.deepEqual(text, ['−10s', '−100ms', '0s', '100ms', '10s', '10m', '6h']);
  assert.deepEqual(ticks('symlog', 'duration', [61_000, 280_000], 5, staticTexts).text, ['2m', '3m', '4m']);
  assert.deepEqual(ticks('symlog', 'duration', [-280_000, -61_000], 5, staticTexts).text, ['−4m', '−3m', '−2m']);
});

test('hours on a time axis are those of the clock, also on the day on which it changes', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    const from = new Date(2026, 9, 24, 18).getTime();
    const to = new Date(2026, 9, 27, 6).getTime();
    const { values } = ticks('linear', 'time', [from, to], 10, staticTexts);
    const hours = values.map((at) => new Date(at).getHours());
    assert.deepEqual(hours, [18, 0, 6, 12, 18, 0, 6, 12, 18, 0, 6]);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a time axis beyond the times of a calendar has no ticks', () => {
  for (const from of [8.64e15, 1.7e18]) {
    assert.deepEqual(ticks('linear', 'time', [from + 1, from + 30_000_000], 6, staticTexts).values, []);
  }
});
