import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  distinctPaths,
  escapesFolder,
  exactNames,
  foldedKey,
  nameInside,
  partsOf,
  windowsName,
  windowsNames,
} from './file-names.ts';

for (const [name, windows] of [
  ['model.bin', 'model.bin'],
  ['a?b*c<d>e|f"g:h.txt', 'a_b_c_d_e_f_g_h.txt'],
  ['a\tb\u0000c', 'a_b_c'],
  ['trail.', 'trail_'],
  ['trail . .', 'trail____'],
  ['...', '___'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['LPT² .txt', '_LPT² .txt'],
  ['CONIN$', '_CONIN$'],
  ['console', 'console'],
  ['com10', 'com10'],
  ['.hidden', '.hidden'],
  ['ä 漢字', 'ä 漢字'],
] as const) {
  test(`${JSON.stringify(name)} is ${JSON.stringify(windows)} on Windows`, () =>
    assert.equal(windowsName(name), windows));
}

test('a name with a million dots is changed at once', () => {
  assert.equal(windowsName(`${'.'.repeat(1_000_000)}x. `), `${'.'.repeat(1_000_000)}x__`);
});

for (const name of ['../x', '/x', '\\x', 'C:\\x', 'c:/x', 'a/../b', 'a\\..\\..\\b', 'a\0b', '', '.', '/', './.']) {
  test(`${JSON.stringify(name)} is outside of its folder`, () => assert.ok(escapesFolder(name)));
}

test('a name that points outside of its folder loses what leads out of it', () => {
  const changed = ['../x', '/x', 'C:\\x', 'a/../b', 'a\\..\\..\\b', 'a\0b', '', '..', '/C:/x'].map(nameInside);
  assert.deepEqual(changed, ['x', 'x', 'x', 'a/b', 'a/b', 'a_b', 'file', 'file', 'x']);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '/', '\\', ':', 'a', '\0') }), (name) => {
      assert.ok(!escapesFolder(nameInside(name)));
      if (!escapesFolder(name)) assert.equal(nameInside(name), name);
    }),
  );
});

for (const name of ['a:b.txt', 'c:x.bin', 'a/b', 'a\\b', './a', '..a', 'a..', '...']) {
  test(`${JSON.stringify(name)} is inside its folder`, () => assert.ok(!escapesFolder(name)));
}

test('a disk may ignore case, the form of accents, both or neither', () => {
  const names = ['Café', 'CAFÉ', 'Cafe\u0301', 'cafe'];
  const count = (ignoresCase: boolean, ignoresForm: boolean) =>
    new Set(names.map((name) => foldedKey(name, { ignoresCase, ignoresForm }))).size;
  assert.deepEqual([count(false, false), count(true, false), count(false, true), count(true, true)], [4, 3, 3, 2]);
  const all = { ignoresCase: true, ignoresForm: true };
  for (const [one, other] of [
    ['ſ', 's'],
    ['K', 'k'],
    ['ς', 'σ'],
    ['ß', 'SS'],
    ['a\u200db', 'AB'],
  ] as const) {
    assert.equal(foldedKey(one, all), foldedKey(other, all));
  }
});

for (const [what, rules, names, paths] of [
  ['Windows: names that become one', windowsNames, ['a:b', 'a?b', 'a_b'], ['a_b (2)', 'a_b (3)', 'a_b']],
  ['Windows: case', windowsNames, ['A.txt', 'a.txt'], ['A.txt', 'a (2).txt']],
  [
    'Windows: folders are joined, files are not',
    windowsNames,
    ['Data/x', 'data/X', 'data/y'],
    ['Data/x', 'data/X (2)', 'data/y'],
  ],
  ['Windows: a device as a folder', windowsNames, ['nul/a', 'aux.d/b.'], ['_nul/a', '_aux.d/b_']],
  ['Linux: every name as it is', exactNames, ['a:b', 'A', 'a', 'nul', 'x.'], ['a:b', 'A', 'a', 'nul', 'x.']],
  ['Linux: the same name twice', exactNames, ['a.txt', 'a.txt', './a.txt'], ['a.txt', 'a (2).txt', 'a (3).txt']],
  ['a file that is also a folder', exactNames, ['a', 'a/b'], ['a (2)', 'a/b']],
  ['a number that is taken', exactNames, ['a', 'a', 'a (2)'], ['a', 'a (3)', 'a (2)']],
  ['a hidden file', exactNames, ['.env', '.env'], ['.env', '.env (2)']],
  [
    'Linux: names of more than 255 bytes with the same start',
    exactNames,
    [`${'n'.repeat(300)}.bin`, `${'n'.repeat(400)}.bin`, `${'n'.repeat(255)}`],
    [`${'n'.repeat(251)}.bin`, `${'n'.repeat(247)} (2).bin`, 'n'.repeat(255)],
  ],
  ['Linux: characters of several bytes', exactNames, [`a${'😀'.repeat(90)}.png`], [`a${'😀'.repeat(62)}.png`]],
  ['Linux: a long folder', exactNames, [`${'猫'.repeat(90)}/a`], [`${'猫'.repeat(85)}/a`]],
  [
    'a number for a name of 255 bytes',
    exactNames,
    ['n'.repeat(255), 'n'.repeat(255)],
    ['n'.repeat(255), `${'n'.repeat(251)} (2)`],
  ],
  [
    'Windows: names of more than 255 UTF-16 units',
    windowsNames,
    ['猫'.repeat(255), `${'猫'.repeat(255)}.png`, `${'n'.repeat(250)}  .   x.bin`],
    ['猫'.repeat(255), `${'猫'.repeat(251)}.png`, `${'n'.repeat(250)}_.bin`],
  ],
] as const) {
  test(`${what}: each file has a distinct path`, () => {
    const parts = names.map((name) => name.split('/').filter((part) => part !== '.'));
    assert.deepEqual(
      distinctPaths(parts, rules).map((path) => path.join('/')),
      paths,
    );
  });
}

test('for any names, all paths are distinct and valid on Windows', () => {
  const long = ['n'.repeat(250), 'N'.repeat(250), '猫'.repeat(84)];
  const unit = fc.constantFrom(...'aAéÉ:?*/. ()2nulconNULß', 'e\u0301', '\u200d', '\n', ...long);
  const names = fc.array(
    fc.string({ unit, minLength: 1, maxLength: 10 }).filter((name) => !escapesFolder(name)),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(names, (given) => {
      const parts = given.map(partsOf);
      for (const rules of [windowsNames, exactNames]) {
        const paths = distinctPaths(parts, rules);
        const keys = paths.map((path) => rules.keyOf(path.join('/')));
        assert.equal(new Set(keys).size, given.length);
        for (const part of paths.flat()) assert.ok(rules.lengthOf(part) <= 255);
        for (const key of keys) assert.ok(!keys.some((other) => other.startsWith(`${key}/`)), 'a file is a folder');
      }
      for (const part of distinctPaths(parts, windowsNames).flat()) {
        assert.equal(windowsName(part), part);
        assert.doesNotMatch(part, /[<>:"|?*\n]|[. ]$/);
      }
    }),
    { numRuns: 500 },
  );
});
