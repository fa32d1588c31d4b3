import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { curveOf, curveText } from './curve.ts';
import { parseWireJson } from './index.ts';

test('a curve is read back with any numbers', () => {
  const numbers = fc.array(fc.double(), { minLength: 1 });
  fc.assert(
    fc.property(fc.string(), numbers, numbers, (name, x, y) => {
      // Normalizes -0 to 0, because JSON has no negative zero.
      const plain = (list: readonly number[]) => list.map((number) => number + 0);
      assert.deepEqual(curveOf(JSON.parse(curveText(name, x, y))), { name, x: plain(x), y: plain(y) });
    }),
  );
});

test('a curve of the Python SDK with bare words is read as numbers', () => {
  const kept = parseWireJson('{"x":[1,2,3,4],"y":[0.5,null,Infinity,-Infinity],"name":"c"}');
  assert.deepEqual(curveOf(kept), {
    name: 'c',
    x: [1, 2, 3, 4],
    y: [0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  });
});

test('values of a curve that are neither numbers nor texts are not numbers', () => {
  const odd = { toString: 1, valueOf: 1 };
  const x = [odd, [2], '3', null];
  assert.deepEqual(curveOf({ name: odd, x, y: [odd] }), {
    name: '',
    x: [Number.NaN, Number.NaN, 3, Number.NaN],
    y: [Number.NaN],
  });
});

for (const value of [null, 1, 'x', [], {}, { x: [1] }, { x: [1], y: 2 }]) {
  test(`${JSON.stringify(value)} is no curve`, () => assert.equal(curveOf(value), null));
}
