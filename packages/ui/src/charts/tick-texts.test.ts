import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticks } from '@tracklens/core/charts';
import { setLocale } from '../text/locale.ts';
import { hoverValueText, tickText } from '../text/number-text.ts';
import { spanText } from '../text/time-text.ts';
import { tickTexts } from './tick-texts.ts';

test.beforeEach(() => setLocale('en-US'));
test.afterEach(() => setLocale('en-US'));

test('ticks are at round values with short texts', () => {
  for (const [kind, domain, count, expected] of [
    ['linear', [0, 1], 5, ['0', '0.2', '0.4', '0.6', '0.8', '1']],
    ['linear', [0.05, 0.35], 6, ['0.05', '0.1', '0.15', '0.2', '0.25', '0.3', '0.35']],
    ['linear', [0, 12_000], 4, ['0', '2k', '4k', '6k', '8k', '10k', '12k']],
    ['linear', [-2, 2], 4, ['−2', '−1', '0', '1', '2']],
    ['linear', [1_000_000, 1_000_004], 4, ['1,000,000', '1,000,001', '1,000,002', '1,000,003', '1,000,004']],
    ['linear', [-99_992, -99_988], 2, ['−99,992', '−99,990', '−99,988']],
    ['linear', [990, 1010], 4, ['990', '995', '1,000', '1,005', '1,010']],
    ['linear', [1000, 1200], 4, ['1k', '1.05k', '1.1k', '1.15k', '1.2k']],
    ['linear', [1_000_000, 1_000_001], 2, ['1M', '1.0000005M', '1.000001M']],
    ['linear', [0, 4e-7], 4, ['0', '10⁻⁷', '2×10⁻⁷', '3×10⁻⁷', '4×10⁻⁷']],
    ['log', [0.001, 1000], 7, ['0.001', '0.01', '0.1', '1', '10', '100', '1k']],
    ['log', [0.1, 10], 6, ['0.1', '0.2', '0.5', '1', '2', '5', '10']],
    ['symlog', [-100, 1000], 12, ['−100', '−10', '−1', '0', '1', '10', '100', '1k']],
  ] as const) {
    assert.deepEqual(ticks(kind, 'number', domain, count, tickTexts).text, expected, `${kind} ${domain}`);
  }
});

test('ticks of steps are whole numbers, where the axis shows any', () => {
  for (const [kind, domain, count, expected] of [
    ['linear', [0, 1], 9, ['0', '1']],
    ['linear', [0, 3], 9, ['0', '1', '2', '3']],
    ['linear', [4.5, 5.5], 9, ['5']],
    ['linear', [0, 40], 4, ['0', '10', '20', '30', '40']],
    ['linear', [3.2, 3.8], 3, ['3.2', '3.4', '3.6', '3.8']],
    ['linear', [1_000_000, 1_000_001], 9, ['1,000,000', '1,000,001']],
    ['log', [0.5, 2], 9, ['1', '2']],
    ['log', [0.5, 50], 9, ['1', '2', '5', '10', '20', '50']],
    ['symlog', [0, 2], 9, ['0', '1', '2']],
  ] as const) {
    assert.deepEqual(ticks(kind, 'step', domain, count, tickTexts).text, expected, `${kind} ${domain}`);
  }
});

test('ticks of durations and dates are at units of time', () => {
  assert.deepEqual(ticks('linear', 'duration', [0, 3_600_000], 4, tickTexts).text, ['0s', '15m', '30m', '45m', '1h']);
  const start = new Date(2026, 0, 30, 22, 10).getTime();
  assert.deepEqual(ticks('linear', 'time', [start, start + 4 * 3_600_000], 5, tickTexts).text, [
    '11:00 PM',
    'Jan 31',
    '1:00 AM',
    '2:00 AM',
  ]);
  const days = ticks(
    'linear',
    'time',
    [new Date(2026, 0, 1, 12).getTime(), new Date(2026, 0, 6).getTime()],
    5,
    tickTexts,
  );
  assert.deepEqual(days.text, ['Jan 2', 'Jan 3', 'Jan 4', 'Jan 5', 'Jan 6']);
});

test('numbers are short and never 0.30000000000000004', () => {
  for (const [value, expected] of [
    [0.1 + 0.2, '0.3'],
    [1234.5, '1.2345k'],
    [-0.00001, '−10⁻⁵'],
    [2.5e-7, '2.5×10⁻⁷'],
    [1e300, '10³⁰⁰'],
    [0, '0'],
    [Number.NaN, 'NaN'],
    [-Infinity, '−∞'],
  ] as const) {
    assert.equal(tickText(value), expected);
  }
  assert.equal(hoverValueText(0.123456789), '0.1234568');
  assert.equal(hoverValueText(123456), '123,456');
  for (const [millis, expected] of [
    [250, '250ms'],
    [45_000, '45s'],
    [150_000, '2m 30s'],
    [9_000_000, '2h 30m'],
    [-60_000, '−1m'],
  ] as const) {
    assert.equal(spanText(millis), expected);
  }
});

test('close ticks of durations have different labels, with the decimal separator of the language', () => {
  setLocale('de');
  const { text } = ticks('linear', 'duration', [1863, 1863.2], 2, tickTexts);
  assert.deepEqual(text, ['1,863s', '1,8631s', '1,8632s']);
});

test('a time that is no date has a tick without text', () => {
  const nanoseconds = 1.7e18;
  const { text } = ticks('linear', 'time', [nanoseconds, nanoseconds + 4096], 6, tickTexts);
  assert.deepEqual(text, ['']);
});
