import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { trendText } from './trend-text.ts';

for (const [what, values, text] of [
  ['rising', ['1', '2', '3', '4', '5', '6', '7', '8'], '▁▂▃▄▅▆▇█'],
  ['falling', [2, 1], '█▁'],
  ['constant', [5, 5, 5], '▄▄▄'],
  ['with a gap', ['1', 'NaN', '', null, '2'], '▁█'],
  ['of one number', ['1', 'Infinity'], ''],
  ['of none', [], ''],
] as const) {
  test(`a trend that is ${what}`, () => assert.equal(trendText(values), text));
}

test('any numbers become at most sixteen characters', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), (values) => {
      assert.match(trendText(values), /^[▁-█]{0,16}$/);
    }),
  );
});
