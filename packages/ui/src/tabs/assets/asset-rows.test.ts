import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord } from '../../source/content-source.ts';
import { foldersOf, shownAssets, typesOf } from './asset-rows.ts';

const asset = (fileName: string, type: string, fileSize: number, step: number | null = null): AssetRecord =>
  ({ fileName, type, fileSize, step, dir: '', createdAt: 0, runContext: null }) as AssetRecord;

const assets = [
  asset('logs/b/two.txt', 'asset', 20),
  asset('logs/one.txt', 'asset', 300),
  asset('x10.png', 'image', 5, 2),
  asset('x9.png', 'image', 5, 1),
];
const everything = { search: '', type: null, folder: null };
const names = (list: readonly AssetRecord[]) => list.map(({ fileName }) => fileName);

test('files are ordered by any column, equal ones by name with numbers as numbers', () => {
  const by = (column: 'name' | 'size', descending = false) =>
    names(shownAssets(assets, everything, { column, descending }));
  assert.deepEqual(by('name'), ['logs/b/two.txt', 'logs/one.txt', 'x9.png', 'x10.png']);
  assert.deepEqual(by('size'), ['x9.png', 'x10.png', 'logs/b/two.txt', 'logs/one.txt']);
  assert.deepEqual(by('size', true), ['logs/one.txt', 'logs/b/two.txt', 'x9.png', 'x10.png']);
});

test('files are sorted without a new collator for each pair', (t) => {
  const { mock } = t.mock.method(String.prototype, 'localeCompare');
  const many = Array.from({ length: 100 }, (_, at) => asset(`File ${99 - at}`, at % 2 ? 'image' : 'Asset', 1));
  const [first, ...rest] = names(shownAssets(many, everything, { column: 'name', descending: false }));
  assert.deepEqual([first, rest[9]], ['File 0', 'File 10']);
  assert.equal(mock.callCount(), 0);
});

test('files are narrowed by type, folder with those in it, and words', () => {
  const shown = (choice: object) =>
    names(shownAssets(assets, { ...everything, ...choice }, { column: 'name', descending: false }));
  assert.deepEqual(shown({ type: 'image' }), ['x9.png', 'x10.png']);
  assert.deepEqual(shown({ folder: 'logs' }), ['logs/b/two.txt', 'logs/one.txt']);
  assert.deepEqual(shown({ folder: 'logs/b' }), ['logs/b/two.txt']);
  assert.deepEqual(shown({ search: 'IMAGE 10' }), ['x10.png']);
});

test('types and folders are counted', () => {
  assert.deepEqual(typesOf(assets), [
    { name: 'asset', count: 2 },
    { name: 'image', count: 2 },
  ]);
  assert.deepEqual(foldersOf(assets), [
    { name: 'logs', count: 2 },
    { name: 'logs/b', count: 1 },
  ]);
});
