import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { archiveOf } from './archive.ts';

test('an archive contains a file named __proto__ under a similar name, and the other files', () => {
  const archive = archiveOf(new Map(['a.txt', '__proto__', 'b/__proto__'].map((name) => [name, strToU8(name)])));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]);
  assert.deepEqual(files, [
    ['a.txt', 'a.txt'],
    ['___proto__', '__proto__'],
    ['b/__proto__', 'b/__proto__'],
  ]);
});
