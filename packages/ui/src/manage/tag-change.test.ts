import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tagChange, tagsOf, tagsText } from './tag-change.ts';

const before = ['lr=0.1, wd=0', 'best'];

test('a tag with a comma is shown in quotes and survives a change', () => {
  assert.equal(tagsText(before), '"lr=0.1, wd=0"\nbest');
  assert.deepEqual(tagChange(before, tagsOf(`${tagsText(before)}\nnew`)), { added: ['new'], removed: [] });
  assert.deepEqual(tagChange(before, tagsOf('best')), { added: [], removed: ['lr=0.1, wd=0'] });
});

test('a text that was not edited changes nothing, whatever the tags are', () => {
  const tag = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[ab," \r\n]+$/));
  fc.assert(
    fc.property(fc.uniqueArray(tag), (tags) => {
      assert.deepEqual(tagsOf(tagsText(tags)), tags);
      assert.equal(tagChange(tags, tagsOf(tagsText(tags))), null);
    }),
  );
});

for (const [text, tags] of [
  ['a, b,c', ['a', 'b', 'c']],
  ['a\nb\r\n\nc d, e', ['a', 'b', 'c d', 'e']],
  ['"a\nb", c\n"d"\ne', ['a\nb', 'c', 'd', 'e']],
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

test('a tag keeps its line breaks in a text field, which has line feeds only', () => {
  const tags = ['a\r\nb', 'a\rb', 'c\n"d"'];
  const field = (text: string) => text.replace(/\r\n?/g, '\n');
  assert.deepEqual(tagsOf(field(tagsText(tags)), tags), tags);
  assert.deepEqual(tagsOf(field(`${tagsText(tags.slice(2))}\n"e\r\nf"`), tags), ['c\n"d"', 'e\nf']);
});

test('spaces around a new tag are not part of it', () => {
  assert.deepEqual(tagChange([' old '], [' old ', ' new ', '']), { added: ['new'], removed: [] });
});
