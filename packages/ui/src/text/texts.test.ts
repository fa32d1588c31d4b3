import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { setLocale } from './locale.ts';
import {
  decimalText,
  fieldText,
  hoverValueText,
  numberOf,
  numberText,
  percentText,
  tickText,
  typedNumber,
  valueText,
} from './number-text.ts';
import { fileSizeText, sizeText } from './size-text.ts';
import { agoText, dateText, durationText, isoText, momentText, momentTick, spanText, utcText } from './time-text.ts';
import { counted, english, withNumbers } from './translate.ts';

test.beforeEach(() => setLocale('en-US'));

for (const [value, text] of [
  [0.30000000000000004, '0.3'],
  [1e-7, '1e-7'],
  [-2.5e-7, '−2.5e-7'],
  [12345.678, '12,345.7'],
  [1.5e300, '1.5e300'],
  [-0, '0'],
  [-0.5, '−0.5'],
  [1_000_000, '1,000,000'],
  [123_456_789, '123,456,789'],
  [Number.NaN, 'NaN'],
  [-Infinity, '−∞'],
  [0.00012345678, '0.000123457'],
] as const) {
  test(`${value} reads ${text}`, () => assert.equal(numberText(value), text));
}

test('numbers are formatted for the language of the host, with western digits', () => {
  const all = () => [
    ...[12345.678, 1234567, 2.5e-7].map((value) => numberText(value)),
    hoverValueText(0.1234567),
    tickText(1500),
    decimalText(0.5, 2),
    sizeText(1500),
    spanText(45_500),
  ];
  for (const [locale, texts] of [
    ['de', ['12.345,7', '1.234.567', '2,5e-7', '0,1234567', '1,5k', '0,50', '1,5 kB', '45,5s']],
    ['fr_FR', ['12\u202f345,7', '1\u202f234\u202f567', '2,5e-7', '0,1234567', '1,5k', '0,50', '1,5 kB', '45,5s']],
    ['ar-EG', ['12,345.7', '1,234,567', '2.5e-7', '0.1234567', '1.5k', '0.50', '1.5 kB', '45.5s']],
    ['en-IN', ['12,345.7', '12,34,567', '2.5e-7', '0.1234567', '1.5k', '0.50', '1.5 kB', '45.5s']],
  ] as const) {
    setLocale(locale);
    assert.deepEqual(all(), texts, locale);
  }
});

test('percentages have at most one decimal, and a space where the language has one', () => {
  const all = () => [0, 0.8, 0.8834, 0.99996, 1, null].map(percentText);
  assert.deepEqual(all(), ['0%', '80%', '88.3%', '100%', '100%', '–']);
  setLocale('de');
  assert.deepEqual(all(), ['0\u00a0%', '80\u00a0%', '88,3\u00a0%', '100\u00a0%', '100\u00a0%', '–']);
});

test('an absent or invalid language does not change the current one', () => {
  setLocale('de');
  for (const tag of [undefined, '', 'no such language']) setLocale(tag);
  assert.equal(numberText(0.5), '0,5');
});

test('dates follow the language, except in machine-readable formats', () => {
  const at = Date.UTC(2026, 10, 21, 12, 30, 5);
  const said: string[] = [];
  for (const locale of ['en-US', 'de']) {
    setLocale(locale);
    said.push(momentText(at, english), dateText(at, at), momentTick(at, 'day'));
    assert.equal(utcText(at), '2026-11-21 12:30:05 UTC');
    assert.equal(isoText(at), '2026-11-21T12:30:05.000Z');
  }
  assert.match(said[0]!, /^Nov 2\d, 2026, .*30:05.*UTC\)?$/);
  assert.match(said[3]!, /^2\d\. Nov\.? 2026, .*12:30:05 UTC\)?$/);
  assert.notEqual(said[2], said[5]);
  assert.match(momentText(Number.NaN, english), /no date/);
});

test('a number is accepted in its localized and in its plain form', () => {
  setLocale('de');
  assert.equal(fieldText(1234.5), '1234,5');
  for (const text of ['1234,5', '1234.5', ' 1,2345e3 ', '1,2345e+3']) assert.equal(typedNumber(text), 1234.5);
  assert.equal(typedNumber('−0,5'), -0.5);
  for (const text of ['', 'x', '1,2,3']) assert.ok(Number.isNaN(typedNumber(text)));
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.equal(typedNumber(fieldText(value)), Number(value.toPrecision(6)));
    }),
  );
});

test('numbers in a sentence are localized', () => {
  setLocale('de');
  assert.equal(withNumbers(english)('%1 of %2', 1234, '5678'), '1.234 of 5678');
});

test('a text value is a number only if it is numeric', () => {
  assert.equal(numberOf('1e-7'), 1e-7);
  assert.equal(numberOf('-Infinity'), -Infinity);
  assert.ok(Number.isNaN(numberOf('nan')));
  for (const text of ['', ' ', 'adam', null, undefined, '1,5', 'true', ' False', '0x10'])
    assert.equal(numberOf(text), null);
  assert.equal(valueText('adam'), 'adam');
});

test('a shortened number stays within a part in a hundred thousand', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
      const read = Number(numberText(value).replaceAll(',', '').replace('−', '-'));
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
  [7_199_999, '1h 59m'],
  [45_678, '45.67s'],
] as const) {
  test(`${millis} ms last ${text || 'nothing'}`, () => assert.equal(durationText(millis), text));
}

test('times are shown without ambiguity', () => {
  assert.equal(utcText(1_790_000_000_000), '2026-09-21 14:13:20 UTC');
  assert.equal(utcText(0), '');
});

test('the year is shown if it is not the current one', () => {
  const moment = Date.UTC(2026, 5, 15, 12);
  assert.doesNotMatch(dateText(moment, Date.UTC(2026, 7, 1)), /2026/);
  assert.match(dateText(moment, Date.UTC(2027, 7, 1)), /2026/);
  assert.equal(dateText(0), '');
});

test('elapsed time is shown in one unit', () => {
  const ago = (millis: number) => agoText(0, millis, english);
  assert.deepEqual([1000, 3000, 120_000, 7_200_000, 200_000_000].map(ago), [
    'just now',
    '3 s ago',
    '2 min ago',
    '2 h ago',
    '2 d ago',
  ]);
});

test('sizes have the suitable unit', () => {
  assert.deepEqual([0, 999, 1500, 999_600, 3_200_000].map(sizeText), ['0 B', '999 B', '1.5 kB', '1 MB', '3.2 MB']);
  assert.equal(fileSizeText({ fileSize: 1500, remote: false }, english), '1.5 kB');
  assert.equal(fileSizeText({ fileSize: 0, remote: true }, english), 'link');
});

// cspell:ignore plik pliki plików
test('a text with a count has the form that the language of the text uses, with the number of the locale', () => {
  const files = (t: typeof english, count: number) => counted(t, count, '%1 file', '%1 files');
  assert.deepEqual(
    [0, 1, 2, 1234].map((count) => files(english, count)),
    ['0 files', '1 file', '2 files', '1,234 files'],
  );
  const polish = new Intl.PluralRules('pl');
  const forms: Readonly<Record<string, string>> = { one: '%1 plik', few: '%1 pliki', many: '%1 plików' };
  const host = Object.assign(english.bind(null), {
    plural: (_one: string, _other: string, count: number) => english(forms[polish.select(count)]!, count),
  });
  assert.deepEqual(
    [1, 3, 5, 1234].map((count) => files(withNumbers(host), count)),
    ['1 plik', '3 pliki', '5 plików', '1,234 pliki'],
  );
});
