import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portablePaths, type VersionFile } from '@tracklens/ui/trees';
import fc from 'fast-check';
import { PathEscapesError, pathsOfFiles } from './file-paths.ts';

const file = (name: string) => ({ name, sizeBytes: 1 }) as unknown as VersionFile;
const pathsOf = (...names: string[]) =>
  [...pathsOfFiles(names.map(file), 'models/m_1.0.0', portablePaths).entries()].map(([path, { name }]) => [
    path.slice('models/m_1.0.0/'.length),
    name,
  ]);

test('files whose names collide are all stored under distinct names', () => {
  for (const [names, paths] of [
    [
      ['a:b', 'a?b'],
      ['a_b', 'a_b (2)'],
    ],
    [
      ['a:b.bin', 'a?b.bin', 'a_b.bin'],
      ['a_b (2).bin', 'a_b (3).bin', 'a_b.bin'],
    ],
    [
      ['a_b (2)', 'a:b', 'a?b'],
      ['a_b (2)', 'a_b', 'a_b (3)'],
    ],
    [
      ['one/a:b', 'two/a:b', 'one/a|b'],
      ['one/a_b', 'two/a_b', 'one/a_b (2)'],
    ],
    // Names that are equal on a case-insensitive file system.
    [
      ['Readme.md', 'README.md'],
      ['Readme.md', 'README (2).md'],
    ],
    [
      ['./a//b', 'a\\b'],
      ['a/b', 'a/b (2)'],
    ],
    [
      ['', '/'],
      ['download', 'download (2)'],
    ],
  ] as const) {
    assert.deepEqual(
      pathsOf(...names),
      paths.map((path, index) => [path, names[index]]),
    );
  }
});

test('a name that points outside of the folder is rejected', () => {
  for (const name of ['../x', 'a/../../x', 'a\\..\\..\\x']) assert.throws(() => pathsOf(name), PathEscapesError);
});

test('for any names, every file has a distinct path below the folder', () => {
  const names = fc.array(fc.string({ unit: fc.constantFrom('a', 'A', ':', '?', '/', '.', ' ', '(', '2') }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(names, (given) => {
      const escapesFolder = given.some((name) => name.split('/').includes('..'));
      if (escapesFolder)
        return void assert.throws(() => pathsOfFiles(given.map(file), 'f', portablePaths), PathEscapesError);
      const paths = pathsOfFiles(given.map(file), 'f', portablePaths);
      assert.equal(new Set([...paths.keys()].map((path) => path.toLowerCase())).size, given.length);
      for (const path of paths.keys()) assert.match(path, /^f\/./);
    }),
  );
});
