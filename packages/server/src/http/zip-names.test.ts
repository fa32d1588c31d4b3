import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctNames } from './zip-names.ts';

for (const [what, names, distinct] of [
  ['names that differ', ['a', 'b/a', 'b/c.txt'], ['a', 'b/a', 'b/c.txt']],
  ['a name that is repeated', ['a.txt', 'a.txt', 'a.txt'], ['a.txt', 'a (1).txt', 'a (2).txt']],
  [
    'names that differ in case or composition alone',
    ['A.txt', 'a.TXT', 'é', 'e\u0301'],
    ['A.txt', 'a (1).TXT', 'é', 'e\u0301 (1)'],
  ],
  ['a file that is a folder of others', ['a', 'A/b', 'c/d/e', 'c/d'], ['a (1)', 'A/b', 'c/d/e', 'c/d (1)']],
  ['a name that is made by the numbering', ['a', 'a (1)', 'a'], ['a', 'a (1)', 'a (2)']],
  [
    'what leads out',
    ['../a', '/b', 'C:\\c', 'C:D:/d', './C:e', 'C:../f', 'D:/C:/g', '..', ''],
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'file', 'file (1)'],
  ],
  ['a character that ends names', ['a\0b'], ['a_b']],
  [
    'many of one name',
    Array<string>(3000).fill('x'),
    ['x', ...Array.from({ length: 2999 }, (_, copy) => `x (${copy + 1})`)],
  ],
] as const) {
  test(`in an archive ${what} are unpacked without loss`, () => assert.deepEqual(distinctNames(names), distinct));
}
