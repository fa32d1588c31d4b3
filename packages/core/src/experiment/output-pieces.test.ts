import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outputPieces } from './output-pieces.ts';

test('an output is split where standard error begins and ends', () => {
  assert.deepEqual(outputPieces('a\nbad\nb\n', [[2, 6]]), [
    { text: 'a\n', stderr: false },
    { text: 'bad\n', stderr: true },
    { text: 'b\n', stderr: false },
  ]);
  assert.deepEqual(outputPieces('a', null), [{ text: 'a', stderr: null }]);
  assert.deepEqual(outputPieces('', []), []);
});

test('for any ranges of a service, no character is lost or duplicated', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.tuple(fc.double(), fc.double())), (output, ranges) => {
      assert.equal(
        outputPieces(
          output,
          ranges.map(([start, end]) => [Math.trunc(start), Math.trunc(end)] as const),
        )
          .map(({ text }) => text)
          .join(''),
        output,
      );
    }),
  );
});
