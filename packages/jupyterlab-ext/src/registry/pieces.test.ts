import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { piecesOf } from './pieces.ts';

async function* arriving(parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* parts;
}

test('bytes are split into full pieces in order, whatever their arrival', async () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 16 }), async (given, size) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of piecesOf(arriving(given), size)) pieces.push(piece);
      assert.deepEqual(Buffer.concat(pieces), Buffer.concat(given));
      assert.ok(pieces.length > 0);
      assert.ok(pieces.slice(0, -1).every(({ byteLength }) => byteLength === size));
      assert.ok(pieces.length === 1 || pieces.at(-1)!.byteLength > 0);
    }),
  );
});
