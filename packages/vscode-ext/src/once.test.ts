import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from './once.ts';

test('a value is made once, and again after a failure', async () => {
  let calls = 0;
  const value = once(async () => {
    if (++calls === 1) throw new Error('The file cannot be read.');
    return calls;
  });
  await assert.rejects(Promise.all([value(), value()]), /cannot be read/);
  assert.deepEqual(await Promise.all([value(), value()]), [2, 2]);
});
