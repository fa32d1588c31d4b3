import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedInList } from './roving.ts';

test('arrow keys wrap around, Home and End move to the ends, and other keys do not move', () => {
  for (const [index, key, to] of [
    [0, 'ArrowRight', 1],
    [0, 'ArrowDown', 1],
    [2, 'ArrowRight', 0],
    [0, 'ArrowLeft', 2],
    [1, 'ArrowUp', 0],
    [1, 'Home', 0],
    [0, 'End', 2],
    [1, 'Enter', null],
    [1, 'a', null],
  ] as const) {
    assert.equal(movedInList(index, 3, key), to, `${key} at ${index}`);
  }
  assert.equal(movedInList(0, 0, 'ArrowRight'), null);
});
