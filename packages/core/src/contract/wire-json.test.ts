import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseWireJson } from './wire-json.ts';

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
