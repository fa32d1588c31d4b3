import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLenientJson } from './lenient-json.ts';

const cases: [string, unknown][] = [
  ['{"v": NaN}', { v: 'NaN' }],
  ['[Infinity, -Infinity, 1]', ['Infinity', '-Infinity', 1]],
  ['{"NaN": "a NaN in text", "v": NaN}', { NaN: 'a NaN in text', v: 'NaN' }],
  ['{"quote": "\\" NaN", "v": -Infinity}', { quote: '" NaN', v: '-Infinity' }],
];
for (const [text, value] of cases) {
  test(`bare words become text: ${text}`, () => assert.deepEqual(parseLenientJson(text), value));
}

test('what is JSON is read as JSON', () => {
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseLenientJson(text), JSON.parse(text))));
});

for (const text of ['{', '{"v": NaNs}', 'NaN NaN', '{"v": nan}']) {
  test(`what is neither is refused: ${text}`, () => assert.throws(() => parseLenientJson(text), SyntaxError));
}
