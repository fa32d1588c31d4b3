import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { argumentCopy } from './argument-copy.ts';

test('a copy has nothing of a value that the caller can change', () => {
  const leaf = { name: 'now' };
  const bytes = Uint8Array.of(9, 1, 2, 9);
  const given = {
    list: [[leaf]],
    map: new Map([['a', [leaf]]]),
    set: new Set([leaf]),
    numbers: Float32Array.of(1),
    part: bytes.subarray(1, 3),
    view: new DataView(bytes.buffer, 1, 2),
    buffer: bytes.buffer,
    node: Buffer.from([1]),
  };
  const copy = argumentCopy(given);
  const expected = structuredClone({ ...given, part: given.part.slice(), node: Uint8Array.of(1) });
  leaf.name = 'later';
  given.list.push([]);
  given.map.clear();
  given.set.clear();
  given.numbers[0] = given.node[0] = 5;
  bytes.fill(5);
  assert.deepEqual(
    { ...copy, view: copy.view.getInt16(0), node: Uint8Array.from(copy.node) },
    { ...expected, view: 0x0102 },
  );
  assert.equal(copy.part.buffer.byteLength, 2);
});

test('names that objects have by themselves, objects without a prototype and those of other realms are copied', () => {
  const odd = JSON.parse('{"__proto__": {"a": [1]}, "constructor": 1}') as Record<string, unknown>;
  assert.equal(JSON.stringify(argumentCopy(odd)), JSON.stringify(odd));
  for (const given of [
    Object.assign(Object.create(null) as object, { a: [1] }),
    runInNewContext('({ a: [1] })') as object,
  ] as { a: number[] }[]) {
    const copy = argumentCopy(given);
    given.a.push(2);
    assert.equal(JSON.stringify(copy), '{"a":[1]}');
  }
});

test('instances of classes, streams and functions stay what they are, and a circle ends', () => {
  class Instance {
    readonly values = [1];
  }
  const stream = { async *[Symbol.asyncIterator]() {} };
  for (const given of [new Instance(), new Blob(['a']), new Date(0), new URL('s3://a/b'), () => 1, stream]) {
    assert.equal(argumentCopy({ given }).given, given);
  }
  const circle: Record<string, unknown> = { name: 'now' };
  circle.inside = [circle];
  const copy = argumentCopy(circle);
  assert.equal(copy.name, 'now');
  assert.throws(() => JSON.stringify(copy), TypeError);
});
