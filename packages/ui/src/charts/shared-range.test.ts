import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedRange } from './shared-range.ts';

test('charts share the range of all their values, and are notified when it changes', () => {
  const range = new SharedRange();
  let notifications = 0;
  range.subscribe(() => notifications++);
  const [a, b] = [{}, {}];
  range.setExtent(a, [0, 5]);
  range.setExtent(b, [-1, 3]);
  assert.deepEqual(range.range, [-1, 5]);
  range.setExtent(b, [-1, 4]);
  assert.equal(notifications, 2);
  range.setExtent(b, null);
  assert.deepEqual(range.range, [0, 5]);
  range.setExtent(a, [1, 0]);
  assert.equal(range.range, null);
});
