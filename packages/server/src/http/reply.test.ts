import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SliceQueue } from '../store/database/slice-queue.ts';
import { type ResponsePiece, streamedJson } from './reply.ts';

const large = 'x'.repeat(100_000);

interface Made {
  count: number;
  ended: boolean;
}

/** Yields a JSON list of large texts. Records in `made` how many were generated and whether the generator ended. */
async function* listOf(count: number, made: Made, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<ResponsePiece> {
  try {
    for (let index = 0; index < count; index++) {
      if (index === failsAt) throw new Error('a chunk is missing');
      made.count++;
      yield `${index === 0 ? '[' : ','}"${large}"`;
    }
    yield count === 0 ? '[]' : ']';
  } finally {
    made.ended = true;
  }
}

const nothing = (): Made => ({ count: 0, ended: false });

test('a short response is returned at once, in one piece', async () => {
  async function* pieces(): AsyncGenerator<ResponsePiece> {
    yield '{"a":[';
    yield new TextEncoder().encode('"ü"');
    yield ',1]}';
  }
  const response = await streamedJson(new SliceQueue(), pieces());
  assert.equal(response.headers.get('transfer-encoding'), null);
  assert.equal(await response.text(), '{"a":["ü",1]}');
});

test('a long response is complete, and is produced only as fast as the client reads', async () => {
  const made = nothing();
  const response = await streamedJson(new SliceQueue(), listOf(50, made));
  assert.equal(response.headers.get('transfer-encoding'), 'chunked');
  assert.ok(made.count <= 1, `${made.count} made before anybody read`);
  const texts: Uint8Array[] = [];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    texts.push(piece);
    assert.ok(made.count <= texts.length + 1, `${made.count} made, ${texts.length} read`);
  }
  assert.deepEqual(JSON.parse(Buffer.concat(texts).toString()), Array(50).fill(large));
  assert.ok(made.ended);
});

test('a closed connection stops the production of a response', async () => {
  const made = nothing();
  const response = await streamedJson(new SliceQueue(), listOf(50, made));
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(made, { count: 1, ended: true });
});

test('an error before the first byte is thrown, a later one breaks off the response', async () => {
  await assert.rejects(streamedJson(new SliceQueue(), listOf(50, nothing(), 0)), /a chunk is missing/);
  const response = await streamedJson(new SliceQueue(), listOf(50, nothing(), 3));
  await assert.rejects(response.text(), /a chunk is missing/);
});

test('long reads get time slices in turn, and the event loop runs between two of them', async () => {
  const queue = new SliceQueue();
  const seen: string[] = [];
  const slice = (name: string) =>
    queue.run(async () => {
      seen.push(name);
      setImmediate(() => seen.push('others'));
    });
  await Promise.all([slice('a'), slice('b'), slice('c')]);
  assert.deepEqual(seen.slice(0, 5), ['a', 'others', 'b', 'others', 'c']);
});

test('a failed slice does not block the next one', async () => {
  const queue = new SliceQueue();
  await assert.rejects(queue.run(() => Promise.reject(new Error('no such chunk'))));
  assert.equal(await queue.run(async () => 'next'), 'next');
});
