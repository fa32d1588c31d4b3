import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeActions } from './notice-actions.ts';

test('only a message that a notification cuts off has a button that shows the whole one', () => {
  const labels = (length: number) => noticeActions('x'.repeat(length), String).map(({ label }) => label);
  assert.deepEqual([labels(140), labels(141)], [[], ['Show Whole Message']]);
});
