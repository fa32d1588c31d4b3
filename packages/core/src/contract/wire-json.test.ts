import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLosslessJson, parseWireJson } from './wire-json.ts';

const cases: [string, unknown][] = [
  ['{"v": NaN}', { v: 'NaN' }],
  ['[Infinity, -Infinity,1]', ['Infinity', '-Infinity', 1]],
  ['{"NaN": "a NaN in text", "v": NaN}', { NaN: 'a NaN in text', v: 'NaN' }],
  ['{"a": "x: NaN, y", "b": [1, -Infinity,Infinity]}', { a: 'x: NaN, y', b: [1, '-Infinity', 'Infinity'] }],
  [String.raw`{"quote": "\" NaN", "v": -Infinity}`, { quote: '" NaN', v: '-Infinity' }],
  [String.raw`["\\", NaN, "\\\"", "NaN"]`, ['\\', 'NaN', '\\"', 'NaN']],
];
for (const [text, value] of cases) {
  test(`bare words are read as text: ${text}`, () => assert.deepEqual(parseWireJson(text), value));
}

test('valid JSON is read as JSON', () => {
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseWireJson(text), JSON.parse(text))));
});

test('texts next to a bare word are not changed', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('"', '\\', 'NaN', ',', ' ')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const json = `${JSON.stringify(texts).slice(0, -1)}${texts.length > 0 ? ',' : ''}NaN]`;
      assert.deepEqual(parseWireJson(json), [...texts, 'NaN']);
    }),
  );
});

test('a text of many millions of characters next to a bare word is read', () => {
  const long = 'a line\n'.repeat(5_000_000);
  assert.deepEqual(parseWireJson(`[${JSON.stringify(long)}, NaN]`), [long, 'NaN']);
});

for (const text of ['{', '{"v": NaNs}', 'NaN NaN', '{"v": nan}', '["NaN']) {
  test(`invalid JSON is rejected: ${text}`, () => assert.throws(() => parseWireJson(text), SyntaxError));
}

const integers: [string, unknown][] = [
  ['[9007199254740993, -9223372036854775808]', ['9007199254740993', '-9223372036854775808']],
  [
    '{"seed":12345678901234567890,"name":"12345678901234567890"}',
    { seed: '12345678901234567890', name: '12345678901234567890' },
  ],
  ['[[1700000000000000],9007199254740992,100000000000000000000]', [[1_700_000_000_000_000], 2 ** 53, 1e20]],
  ['[0.1234567890123456789,12345678901.5,1e-0000000000000000017]', [0.12345678901234568, 12345678901.5, 1e-17]],
  ['["a: 12345678901234567890", NaN,12345678901234567891]', ['a: 12345678901234567890', 'NaN', '12345678901234567891']],
  [' 12345678901234567891 ', '12345678901234567891'],
];
for (const [text, value] of integers) {
  test(`integers that no number has are read as text: ${text}`, () => assert.deepEqual(parseLosslessJson(text), value));
}

test('every integer is read with all of its digits, every other value as JSON', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((number) => [String(number), String(number)]),
      fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => [JSON.stringify(number), String(number)]),
      fc.string().map((text) => [JSON.stringify(text), text]),
      fc
        .array(tie('value') as fc.Arbitrary<string[]>)
        .map((values) => [`[${values.map(([source]) => source).join(' ,\n')}]`, values.map(([, value]) => value)]),
    ),
  })).value as fc.Arbitrary<[string, unknown]>;
  const shown = (value: unknown): unknown => (Array.isArray(value) ? value.map(shown) : String(value));
  fc.assert(fc.property(json, ([source, value]) => assert.deepEqual(shown(parseLosslessJson(source)), value)));
});
