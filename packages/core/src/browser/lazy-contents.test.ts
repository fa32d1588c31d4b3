import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyContents } from './lazy-contents.ts';

test('callers need not wait for a lazy operation exactly if its definition says so', async () => {
  for (const [name, lazy] of Object.entries(lazyContents)) {
    assert.ok('load' in lazy);
    const { unawaited = false } = await lazy.load();
    assert.equal(lazy.unawaited, unawaited, name);
  }
});
