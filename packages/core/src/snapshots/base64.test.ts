import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromBase64, toBase64 } from './base64.ts';

test('bytes are encoded as standard Base64, and decoded again', () => {
  const isStandard = (bytes: Uint8Array) => {
    const text = toBase64(bytes);
    assert.equal(text, Buffer.from(bytes).toString('base64'));
    assert.deepEqual(fromBase64(text), bytes);
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), isStandard));
  isStandard(new Uint8Array(100_000).fill(200));
  assert.equal(fromBase64('not Base64!'), null);
});
