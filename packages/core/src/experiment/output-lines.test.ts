import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outputLines } from './output-lines.ts';

for (const [what, output, lines] of [
  ['nothing', '', []],
  ['lines with their ends', 'a\nb\r\n\nc', ['a\n', 'b\r\n', '\n', 'c']],
  ['a line that is as long as a piece', 'abcd', ['abcd']],
  ['a longer line, which loses nothing', 'abcdefghi\nj\n', ['abcd', 'efgh', 'i\n', 'j\n']],
  ['a character of two units, which stays whole', 'abc😀d', ['abc', '😀d']],
] as const) {
  test(`cuts ${what}`, () => assert.deepEqual(outputLines(output, 4), lines));
}

test('the pieces of any output join to the output', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (output, longest) => {
      assert.equal(outputLines(output, longest).join(''), output);
    }),
  );
});
