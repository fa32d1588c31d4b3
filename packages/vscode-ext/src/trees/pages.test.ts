import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstPages, pageSize } from './pages.ts';

const list = (length: number) => Array.from({ length }, (_, index) => index);

for (const [length, pages, shown, left] of [
  [0, 1, 0, 0],
  [pageSize, 1, pageSize, 0],
  [pageSize + 20, 1, pageSize + 20, 0],
  [pageSize + 21, 1, pageSize, 21],
  [10_000, 2, 400, 9600],
] as const) {
  test(`${length} children on ${pages} pages: ${shown} shown, ${left} left`, () => {
    const page = firstPages(list(length), pages);
    assert.deepEqual([page.shown.length, page.left], [shown, left]);
  });
}
