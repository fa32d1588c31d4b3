import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tagChange, tagsOf, tagsText } from './tag-change.ts';

const before = ['lr=0.1, wd=0', 'best'];

test('a tag with a comma is shown in quotes and survives a change', () => {
  assert.equal(tagsText(before), '"lr=0.1, wd=0", best');
  assert.deepEqual(tagChange(before, tagsOf(`${tagsText(before)}, new`)), { added: ['new'], removed: [] });
  assert.deepEqual(tagChange(before, tagsOf('best')), { added: [], removed: ['lr=0.1, wd=0'] });
});

test('a text that was not edited changes nothing, whatever the tags are', () => {
  const tag = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[ab," ]+$/));
  fc.assert(
    fc.property(fc.uniqueArray(tag), (tags) => {
      assert.deepEqual(tagsOf(tagsText(tags)), tags);
      assert.equal(tagChange(tags, tagsOf(tagsText(tags))), null);
    }),
  );
});

for (const [text, tags] of [
  ['a, b,c', ['a', 'b', 'c']],
  [' a ,, b, a,', ['a', 'b']],
  ['', []],
  [' , ', []],
  ['"a, b" , "c"', ['a, b', 'c']],
  ['"say ""hi"", now"', ['say "hi", now']],
  ['19" rack, x', ['19" rack', 'x']],
  ['"a, b', ['"a', 'b']],
  ['"a" b, c', ['"a" b', 'c']],
] as const) {
  test(`the tags of the text ${JSON.stringify(text)} are ${JSON.stringify(tags)}`, () => {
    assert.deepEqual(tagsOf(text), tags);
  });
}

test('spaces around a new tag are not part of it', () => {
  assert.deepEqual(tagChange([' old '], [' old ', ' new ', '']), { added: ['new'], removed: [] });
});
