import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteReader, ByteWriter } from './byte-sequence.ts';
import { prepareColumn, readColumn, writeColumn } from './column-coding.ts';

const bytesOf = (column: Float64Array) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** Encodes a column; null if it has no compact form. */
function encode(column: Float64Array): Uint8Array | null {
  const prepared = prepareColumn(column);
  if (prepared === null) return null;
  const writer = new ByteWriter(64);
  writeColumn(writer, prepared);
  return writer.bytes();
}

function assertReadBack(column: Float64Array): void {
  const encoded = encode(column);
  if (encoded === null) return;
  const reader = new ByteReader(encoded);
  const decoded = readColumn(reader, column.length);
  assert.ok(reader.atEnd, 'all bytes are read');
  assert.deepEqual(bytesOf(decoded), bytesOf(column));
}

const anyBits = fc
  .array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 300 })
  .map((bits) => new Float64Array(BigUint64Array.from(bits).buffer));
const columnOf = (entry: fc.Arbitrary<number>) =>
  fc.array(entry, { minLength: 1, maxLength: 300 }).map((entries) => Float64Array.from(entries));
const anyInteger = fc.maxSafeInteger();
const single = fc.float();
const walk = (start: fc.Arbitrary<number>, step: fc.Arbitrary<number>) =>
  fc.tuple(start, fc.array(step, { minLength: 1, maxLength: 300 })).map(([first, steps]) => {
    let value = first;
    return Float64Array.from(steps, (by) => (value += by));
  });

const columns: Readonly<Record<string, fc.Arbitrary<Float64Array>>> = {
  'any bit patterns': anyBits,
  'any doubles': columnOf(fc.double()),
  'any integers': columnOf(anyInteger),
  'small integers': columnOf(fc.integer({ min: -5, max: 5 })),
  'numbers of a few decimals': columnOf(
    fc.tuple(anyInteger, fc.nat(12)).map(([n, places]) => (n % 1e6) / 10 ** places),
  ),
  'multiples of powers of two': columnOf(fc.tuple(fc.integer(), fc.nat(40)).map(([n, places]) => n / 2 ** places)),
  'numbers of single precision': columnOf(single),
  'numbers of half that precision': columnOf(
    single.map((number) => {
      const bits = new Uint32Array(Float32Array.of(number).buffer);
      bits[0]! &= 0xffff0000;
      return new Float32Array(bits.buffer)[0]!;
    }),
  ),
  'a walk of doubles': walk(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
  ),
  'values around zero': columnOf(fc.constantFrom(0, -0, 5e-324, -5e-324, 1, -1, Number.NaN, Infinity, -Infinity)),
};

for (const [kind, column] of Object.entries(columns)) {
  test(`${kind} are read back bit by bit`, () => fc.assert(fc.property(column, assertReadBack)));
}

const count = 1024;
const random = (index: number) => Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1;
const loss = (index: number) => 2 * Math.exp(-index / 300) + random(index) / 10;
/** Columns as training programs log them, with the largest size in bytes of an entry. */
const logged: readonly { readonly kind: string; readonly bytes: number; readonly at: (index: number) => number }[] = [
  { kind: 'regular steps', bytes: 0.05, at: (index) => index * 10 },
  { kind: 'timestamps', bytes: 0.6, at: (index) => 1_795_000_000_000 + index * 137 + Math.floor(random(index) * 8) },
  {
    kind: 'an accuracy of 10,000 samples',
    bytes: 1.3,
    at: (index) => Math.round(10_000 - 1000 * loss(index)) / 10_000,
  },
  { kind: 'a loss of four decimals', bytes: 1.5, at: (index) => Math.round(loss(index) * 1e4) / 1e4 },
  { kind: 'a cosine learning rate', bytes: 1.2, at: (index) => 0.005 * (1 + Math.cos((Math.PI * index) / 50_000)) },
  { kind: 'a loss of single precision', bytes: 3.2, at: (index) => Math.fround(loss(index)) },
];

for (const { kind, bytes, at } of logged) {
  test(`${kind}: at most ${bytes} bytes an entry`, () => {
    const column = Float64Array.from({ length: count }, (_, index) => at(index));
    const size = encode(column)!.length / count;
    assert.ok(size <= bytes, `${size} bytes`);
    assertReadBack(column);
  });
}

test('a column that ends early is rejected', () => {
  fc.assert(
    fc.property(columnOf(single), fc.nat(), (column, cut) => {
      const encoded = encode(column)!;
      const reader = new ByteReader(encoded.subarray(0, cut % encoded.length));
      assert.throws(() => readColumn(reader, column.length));
    }),
  );
});
