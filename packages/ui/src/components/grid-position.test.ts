import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GridPosition, movedInGrid } from './grid-position.ts';

const size = { rows: 100, columns: 5, page: 10 };
const at = (row: number, column: number): GridPosition => ({ row, column });

for (const [from, key, to] of [
  [at(0, 0), 'ArrowDown', at(1, 0)],
  [at(0, 0), 'ArrowUp', at(0, 0)],
  [at(100, 4), 'ArrowDown', at(100, 4)],
  [at(3, 4), 'ArrowRight', at(3, 4)],
  [at(3, 2), 'ArrowLeft', at(3, 1)],
  [at(95, 2), 'PageDown', at(100, 2)],
  [at(5, 2), 'PageUp', at(0, 2)],
  [at(5, 2), 'Home', at(5, 0)],
  [at(5, 2), 'End', at(5, 4)],
] as const) {
  test(`${key} at ${from.row},${from.column} leads to ${to.row},${to.column}`, () => {
    assert.deepEqual(movedInGrid(from, { key, ctrlKey: false, metaKey: false }, size), to);
  });
}

test('Ctrl+Home and Ctrl+End move to the corners', () => {
  assert.deepEqual(movedInGrid(at(5, 2), { key: 'Home', ctrlKey: true, metaKey: false }, size), at(0, 0));
  assert.deepEqual(movedInGrid(at(5, 2), { key: 'End', ctrlKey: false, metaKey: true }, size), at(100, 4));
});

test('other keys do not move', () => {
  assert.equal(movedInGrid(at(1, 1), { key: 'a', ctrlKey: false, metaKey: false }, size), null);
});
