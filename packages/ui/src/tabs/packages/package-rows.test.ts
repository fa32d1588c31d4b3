import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageRows } from './package-rows.ts';

for (const [line, name, version] of [
  ['numpy==2.4.6', 'numpy', '2.4.6'],
  ['torch===2.9.0+cu128', 'torch', '2.9.0+cu128'],
  ['mine @ git+https://host/mine.git@3f4', 'mine', 'git+https://host/mine.git@3f4'],
  ['libc6 2.41-12', 'libc6', '2.41-12'],
  ['editable', 'editable', ''],
] as const) {
  test(`${line} is a package and its version`, () => {
    assert.deepEqual(packageRows([line]), [{ name, version, line }]);
  });
}

test('a line with many spaces is read at once', () => {
  const lines = [`a${' '.repeat(100_000)}b\nc`, `a b${' '.repeat(100_000)}c`];
  assert.deepEqual(
    packageRows(lines).map(({ version }) => version.replace(/ +/, ' ')),
    ['b\nc', 'b c'],
  );
});

test('packages are sorted by name without case, and empty lines are ignored', () => {
  assert.deepEqual(
    packageRows(['b==1', '', 'A==1', 'c==1']).map((row) => row.name),
    ['A', 'b', 'c'],
  );
});
