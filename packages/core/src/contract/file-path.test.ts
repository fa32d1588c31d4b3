import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileBaseName, fileFolder } from './file-path.ts';

test('the folder of a name with a million separators is found at once', () => {
  assert.equal(fileFolder(`${'/'.repeat(1_000_000)}x/y`), `${'/'.repeat(1_000_000)}x`);
});

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
