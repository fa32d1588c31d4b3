import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  chunkPoints,
  decodePoints,
  encodeSealed,
  encodeTail,
  joinPoints,
  noPoints,
  type Points,
  slicePoints,
} from './metric-chunk.ts';

const anyNumber = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => new Float64Array(BigUint64Array.of(bits).buffer)[0]!),
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 2 ** 53, -(2 ** 53), 5e-324),
);
const step = fc.oneof(fc.nat(), fc.double({ noNaN: true }), fc.constant(Number.NaN));
const time = fc.integer({ min: 0, max: 4e12 });

const anyPoints = (maxLength: number): fc.Arbitrary<Points> =>
  fc.array(fc.tuple(anyNumber, step, step, time), { maxLength }).map((rows) => ({
    values: Float64Array.from(rows, (row) => row[0]),
    steps: Float64Array.from(rows, (row) => row[1]),
    epochs: Float64Array.from(rows, (row) => row[2]),
    timestamps: Float64Array.from(rows, (row) => row[3]),
  }));

test('points of an open chunk are read back bit by bit', () => {
  fc.assert(fc.property(anyPoints(200), (points) => assert.deepEqual(decodePoints(encodeTail(points)), points)));
});

test('points of an extended open chunk are read back', () => {
  fc.assert(
    fc.property(fc.array(anyPoints(20), { minLength: 1, maxLength: 8 }), (pieces) => {
      assert.deepEqual(decodePoints(Buffer.concat(pieces.map(encodeTail))), joinPoints(pieces));
    }),
  );
});

test('points of a sealed chunk are read back bit by bit', () => {
  fc.assert(fc.property(anyPoints(200), (points) => assert.deepEqual(decodePoints(encodeSealed(points)), points)));
});

test('joined slices equal the original', () => {
  fc.assert(
    fc.property(anyPoints(50), fc.nat(50), (points, at) => {
      assert.deepEqual(joinPoints([slicePoints(points, 0, at), slicePoints(points, at)]), points);
    }),
  );
});

test('a chunk of ordinary training points takes at most 7.5 bytes a point', () => {
  const count = chunkPoints;
  const points: Points = {
    values: Float64Array.from(
      { length: count },
      (_, index) => Math.exp(-index / 300) + Math.sin(index * 12.9898) / 100,
    ),
    steps: Float64Array.from({ length: count }, (_, index) => index * 10),
    epochs: new Float64Array(count).fill(Number.NaN),
    timestamps: Float64Array.from({ length: count }, (_, index) => 1_795_000_000_000 + index * 137 + (index % 7)),
  };
  const size = encodeSealed(points).length;
  assert.ok(size / count <= 7.5, `${size / count} bytes a point`);
});

test('a deflated chunk of an earlier version is read', () => {
  const chunk = Buffer.from('AWNjsrevb6i3+/DgB8OHKgYQuA4mP4HJWWByD5hcDyY9GJnAgIGx4cemp3szJjHBIAA=', 'base64');
  assert.deepEqual(decodePoints(chunk), {
    values: Float64Array.of(1, 0.5, Number.NaN, -0, Number.POSITIVE_INFINITY, 1e-7),
    steps: Float64Array.of(1, 2, 3, 4, 5, 6),
    epochs: new Float64Array(6).fill(Number.NaN),
    timestamps: Float64Array.from({ length: 6 }, (_, index) => 1_795_000_000_000 + index * 137),
  });
});

test('bytes that are not a chunk are rejected', () => {
  const whole = encodeTail({
    ...noPoints,
    values: Float64Array.of(1),
    steps: Float64Array.of(1),
    epochs: Float64Array.of(1),
    timestamps: Float64Array.of(1),
  });
  assert.throws(() => decodePoints(whole.subarray(0, whole.length - 1)), /truncated/);
  assert.throws(() => decodePoints(Uint8Array.of(9)), /unknown format 9/);
});
