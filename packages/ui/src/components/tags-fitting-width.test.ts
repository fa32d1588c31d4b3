import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tagsFittingWidth } from './tags-fitting-width.ts';

for (const [what, tags, width, shown] of [
  ['no tags', [], 100, 0],
  ['two short ones', ['digits', 'mlp'], 134, 2],
  ['the last one instead of the count of it', ['a', 'b', 'c'], 75, 3],
  ['one fewer where the count needs the place', ['digits', 'mlp', 'warm-restart'], 134, 2],
  ['fewer in less width', ['digits', 'mlp', 'warm-restart'], 120, 1],
  ['one that is wider than the cell', ['a very long name of a tag', 'b'], 100, 1],
  ['wide signs by their width', ['標準的な実験', 'mlp'], 120, 1],
] as const) {
  test(`a cell of ${width} pixels shows ${what}`, () => assert.equal(tagsFittingWidth(tags, width), shown));
}

test('more width never shows fewer tags, and sufficient width shows all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 1, maxLength: 12 }),
      fc.nat(600),
      fc.nat(600),
      (tags, width, more) => {
        const shown = tagsFittingWidth(tags, width);
        assert.ok(shown >= 1 && shown <= tags.length);
        assert.ok(tagsFittingWidth(tags, width + more) >= shown);
        assert.equal(tagsFittingWidth(tags, 184 * tags.length), tags.length);
      },
    ),
  );
});
