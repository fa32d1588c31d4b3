import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberOf, numberText, valueText } from './number-text.ts';
import { sizeText } from './size-text.ts';
import { agoText, dateText, durationText, utcText } from './time-text.ts';
import { english } from './translate.ts';

for (const [value, text] of [
  [0.30000000000000004, '0.3'],
  [1e-7, '1e-7'],
  [12345.678, '12345.7'],
  [1.5e300, '1.5e300'],
  [-0, '0'],
  [1_000_000, '1\u202f000\u202f000'],
  [Number.NaN, 'NaN'],
  [-Infinity, '−∞'],
  [0.00012345678, '0.000123457'],
] as const) {
  test(`${value} reads ${text}`, () => assert.equal(numberText(value), text));
}

test('a value of the wire is a number where it says one, and nothing else', () => {
  assert.equal(numberOf('1e-7'), 1e-7);
  assert.equal(numberOf('-Infinity'), -Infinity);
  assert.ok(Number.isNaN(numberOf('nan')));
  for (const text of ['', ' ', 'adam', null, undefined, '1,5']) assert.equal(numberOf(text), null);
  assert.equal(valueText('adam'), 'adam');
});

test('a shortened number stays within a part in a hundred thousand', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
      const read = Number(numberText(value).replaceAll('\u202f', ''));
      return Math.abs(read - value) <= Math.abs(value) * 1e-4;
    }),
  );
});

for (const [millis, text] of [
  [0, ''],
  [null, ''],
  [450, '450ms'],
  [45_000, '45s'],
  [200_000, '3m 20s'],
  [7_500_000, '2h 5m'],
  [86_400_000, '1d'],
] as const) {
  test(`${millis} ms last ${text || 'nothing'}`, () => assert.equal(durationText(millis), text));
}

test('moments are said without doubt', () => {
  assert.equal(utcText(1_790_000_000_000), '2026-09-21 14:13:20 UTC');
  assert.equal(utcText(0), '');
});

test('the year is said where it is another one', () => {
  const moment = Date.UTC(2026, 5, 15, 12);
  assert.doesNotMatch(dateText(moment, Date.UTC(2026, 7, 1)), /2026/);
  assert.match(dateText(moment, Date.UTC(2027, 7, 1)), /2026/);
  assert.equal(dateText(0), '');
});

test('how long ago is said in one unit', () => {
  const ago = (millis: number) => agoText(0, millis, english);
  assert.deepEqual([1000, 3000, 120_000, 7_200_000, 200_000_000].map(ago), [
    'just now',
    '3 s ago',
    '2 min ago',
    '2 h ago',
    '2 d ago',
  ]);
});

test('sizes take the unit that suits them', () => {
  assert.deepEqual([0, 999, 1500, 999_600, 3_200_000].map(sizeText), ['0 B', '999 B', '1.5 kB', '1 MB', '3.2 MB']);
});
