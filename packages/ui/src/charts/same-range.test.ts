import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameRange } from './same-range.ts';

test('charts show from the least to the greatest of them all, and are told when that changes', () => {
  const range = sameRange();
  let told = 0;
  range.subscribe(() => told++);
  const [a, b] = [{}, {}];
  range.tell(a, [0, 5]);
  range.tell(b, [-1, 3]);
  assert.deepEqual(range.whole, [-1, 5]);
  range.tell(b, [-1, 4]);
  assert.equal(told, 2);
  range.tell(b, null);
  assert.deepEqual(range.whole, [0, 5]);
  range.tell(a, [1, 0]);
  assert.equal(range.whole, null);
});
