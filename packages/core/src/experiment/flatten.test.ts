import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten, isNested, repeatedName } from './flatten.ts';

for (const [what, mapping, depth, leaves] of [
  ['a flat mapping', { a: 1, b: 'x' }, 10, { a: 1, b: 'x' }],
  ['nested mappings', { a: { b: { c: 1 } }, d: 2 }, 10, { 'a|b|c': 1, d: 2 }],
  ['lists and dates, which are values', { a: { b: [1, { c: 2 }] } }, 10, { 'a|b': [1, { c: 2 }] }],
  ['a mapping below the depth, which is a value', { a: { b: { c: 1 } } }, 2, { 'a|b': { c: 1 } }],
  ['depth one, which keeps everything', { a: { b: 1 } }, 1, { a: { b: 1 } }],
  ['empty mappings, which are values', { a: {}, b: { c: {} } }, 10, { a: {}, 'b|c': {} }],
  ['nothing as a value', { a: { b: null, c: undefined } }, 10, { 'a|b': null, 'a|c': undefined }],
  ['names that hold the separator', { 'a|b': { c: 1 } }, 10, { 'a|b|c': 1 }],
] as const) {
  test(`flattens ${what}`, () => assert.deepEqual(Object.fromEntries(flatten(mapping, '|', depth)), leaves));
}

test('an instance of a class is a value, a mapping without a prototype is flattened', () => {
  const date = new Date();
  const bare = Object.assign(Object.create(null) as Record<string, unknown>, { x: 1 });
  assert.deepEqual(flatten({ a: { date }, bare }, '/', 10), [
    ['a/date', date],
    ['bare/x', 1],
  ]);
});

test('a mapping within itself is a value; the same mapping at two places is flattened twice', () => {
  const shared = { x: 1 };
  const circular: Record<string, unknown> = { first: shared, second: shared };
  circular.left = { up: circular };
  circular.right = circular;
  assert.deepEqual(flatten(circular, '/', 1000), [
    ['first/x', 1],
    ['second/x', 1],
    ['left/up', circular],
    ['right', circular],
  ]);
});

test('only a mapping inside makes a mapping nested', () => {
  assert.deepEqual([isNested({ a: {} }), isNested({ a: [] }), isNested({ a: null })], [true, false, false]);
});

test('two leaves of one name are found', () => {
  const repeatedIn = (mapping: Readonly<Record<string, unknown>>) => repeatedName(flatten(mapping, '/', 10), mapping);
  assert.equal(repeatedIn({ 'a/b': 1, a: { b: 2 } }), 'a/b');
  assert.equal(repeatedIn({ 'a/b': 1, a: { c: 2 } }), null);
});
