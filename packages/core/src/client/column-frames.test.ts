import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readColumnFrames } from './column-frames.ts';

const encoder = new TextEncoder();
const last = new Uint8Array(8);

function frame(header: object, columns: readonly (readonly number[])[], count = columns[0]!.length): Uint8Array {
  const text = JSON.stringify(header);
  const json = encoder.encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const bytes = new Uint8Array(8 + json.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  new DataView(bytes.buffer).setUint32(4, count, true);
  bytes.set(json, 8);
  const numbers = new DataView(new ArrayBuffer(columns.flat().length * 8));
  columns.flat().forEach((number, index) => {
    numbers.setFloat64(index * 8, number, true);
  });
  return joined([bytes, new Uint8Array(numbers.buffer)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Yields bytes in chunks of a size. */
async function* body(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const loss = { experimentKey: 'a', metricName: 'loss', total: 5, points: 5 };
const frames = [
  frame({ ...loss, columns: ['values', 'steps', 'timestamps'] }, [
    [0.5, Number.NaN],
    [1, 2],
    [10, 20],
  ]),
  frame({ ...loss, columns: ['values', 'epochs', 'timestamps'] }, [
    [-0, Number.POSITIVE_INFINITY, 9007199254740994],
    [7, 8, 9],
    [30, 40, 50],
  ]),
  frame({ experimentKey: 'b', metricName: 'loss', total: 9, points: 1, columns: ['values'] }, [[3]]),
  last,
];

test('frames are joined to columns, wherever the response is split', async () => {
  const bytes = joined(frames);
  for (const size of [1, 7, 64, bytes.length]) {
    const [one, two, ...others] = await readColumnFrames(body(bytes, size));
    assert.deepEqual(one, {
      experimentKey: 'a',
      metricName: 'loss',
      total: 5,
      values: Float64Array.of(0.5, Number.NaN, -0, Number.POSITIVE_INFINITY, 9007199254740994),
      steps: Float64Array.of(1, 2, Number.NaN, Number.NaN, Number.NaN),
      epochs: Float64Array.of(Number.NaN, Number.NaN, 7, 8, 9),
      timestamps: Float64Array.of(10, 20, 30, 40, 50),
    });
    assert.deepEqual([two?.values, two?.epochs, two?.total], [Float64Array.of(3), null, 9]);
    assert.equal(others.length, 0);
  }
});

const invalid: Readonly<Record<string, Uint8Array>> = {
  'no end': joined(frames.slice(0, -1)),
  'an end within a column': joined(frames).subarray(0, 150),
  'fewer points than announced': joined([frames[0]!, last]),
  'more points than announced': joined([frame({ ...loss, points: 1, columns: ['values'] }, [[1, 2]]), last]),
  'too many points for memory': joined([frame({ ...loss, points: 2 ** 40, columns: ['values'] }, [[1]]), last]),
  'an unknown column': joined([frame({ ...loss, points: 1, columns: ['other'] }, [[1]]), last]),
  'a header that is not JSON': Uint8Array.of(8, 0, 0, 0, 1, 0, 0, 0, ...encoder.encode('<html>  '), ...last),
  'a page': encoder.encode('<!doctype html><html><body>Sign in to continue</body></html>'),
};

for (const [name, bytes] of Object.entries(invalid)) {
  test(`a response with ${name} is rejected`, async () => {
    await assert.rejects(readColumnFrames(body(bytes, 40)), { code: 'malformed' });
  });
}
