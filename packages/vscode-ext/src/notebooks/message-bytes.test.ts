import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packBytes, unpackBytes } from './message-bytes.ts';

test('bytes are transferred as JSON without loss', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100_000 }), (body) => {
      const carried = JSON.parse(JSON.stringify(packBytes({ kind: 'tracklens/answer', id: 1, body })));
      assert.deepEqual(unpackBytes(carried), { kind: 'tracklens/answer', id: 1, body });
    }),
    { numRuns: 50 },
  );
});

test('a view of a larger buffer transfers only its own part', () => {
  const body = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  assert.deepEqual(unpackBytes(packBytes({ body })), { body: new Uint8Array([2, 3]) });
});

for (const message of [null, 'text', { id: 1, body: null }, { body: { base64: '%' } }, {}]) {
  test(`${JSON.stringify(message)} stays as it is`, () => {
    assert.deepEqual(packBytes(message), message);
    assert.deepEqual(unpackBytes(message), message);
  });
}
