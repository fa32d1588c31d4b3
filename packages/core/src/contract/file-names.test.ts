import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileBaseName, fileFolder } from './file-names.ts';

for (const [name, folder, base] of [
  ['a.txt', '', 'a.txt'],
  ['data/x/a.txt', 'data/x', 'a.txt'],
  ['data\\x\\a.txt', 'data/x', 'a.txt'],
  ['data\\x/a.txt', 'data/x', 'a.txt'],
  ['C:\\work\\train.py', 'C:/work', 'train.py'],
  ['/a.txt', '', 'a.txt'],
  ['data//a.txt', 'data', 'a.txt'],
  ['data/', 'data', 'data/'],
  ['', '', ''],
] as const) {
  test(`the file name "${name}" is in the folder "${folder}"`, () => {
    assert.deepEqual([fileFolder(name), fileBaseName(name)], [folder, base]);
  });
}
