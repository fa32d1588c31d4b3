import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lowerBound, m4, nearest, upperBound } from './m4.ts';

const ascending = fc
  .uniqueArray(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 300 })
  .map((values) => Float64Array.from(values.sort((a, b) => a - b)));

const points = ascending.chain((x) =>
  fc.record({
    x: fc.constant(x),
    y: fc
      .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: x.length, maxLength: x.length })
      .map((values) => Float64Array.from(values)),
    columns: fc.integer({ min: 1, max: 60 }),
  }),
);

const whole = (x: Float64Array) => ({ start: 0, end: x.length });

test('downsampling selects a subset of the points in order', () => {
  fc.assert(
    fc.property(points, ({ x, y, columns }) => {
      const kept = m4(x, y, whole(x), { x0: x[0]!, x1: x.at(-1)!, columns });
      for (let i = 0; i < kept.length; i++) {
        assert.ok(kept[i]! < x.length);
        if (i > 0) assert.ok(kept[i]! > kept[i - 1]!);
      }
      assert.ok(kept.length <= 4 * columns);
    }),
  );
});

test('downsampling selects both ends and the extremes of every column exactly', () => {
  fc.assert(
    fc.property(points, ({ x, y, columns }) => {
      const [x0, x1] = [x[0]!, x.at(-1)!];
      const kept = m4(x, y, whole(x), { x0, x1, columns });
      assert.equal(kept[0], 0);
      assert.equal(kept.at(-1), x.length - 1);
      const columnOf = (index: number) =>
        Math.min(columns - 1, Math.floor((x[index]! - x0) * (x1 > x0 ? columns / (x1 - x0) : 0)));
      const extremes = (indices: Iterable<number>) => {
        const byColumn = new Map<number, [number, number]>();
        for (const index of indices) {
          const before = byColumn.get(columnOf(index)) ?? [Infinity, -Infinity];
          byColumn.set(columnOf(index), [Math.min(before[0], y[index]!), Math.max(before[1], y[index]!)]);
        }
        return [...byColumn];
      };
      assert.deepEqual(extremes(kept), extremes(x.keys()));
    }),
  );
});

test('downsampling twice changes nothing', () => {
  fc.assert(
    fc.property(points, ({ x, y, columns }) => {
      const window = { x0: x[0]!, x1: x.at(-1)!, columns };
      const kept = m4(x, y, whole(x), window);
      const again = m4(
        Float64Array.from(kept, (i) => x[i]!),
        Float64Array.from(kept, (i) => y[i]!),
        whole(kept as never),
        window,
      );
      assert.deepEqual([...again], [...kept.keys()]);
    }),
  );
});

test('a window includes one neighbor on either side, so that lines reach the edge', () => {
  const x = Float64Array.from({ length: 100 }, (_, i) => i);
  const y = x.map((at) => Math.sin(at));
  const kept = m4(x, y, whole(x), { x0: 40.5, x1: 60.5, columns: 200 });
  assert.equal(kept[0], 40);
  assert.equal(kept.at(-1), 61);
  assert.equal(kept.length, 22);
});

test('a window outside of the data includes at most the nearest point', () => {
  const x = Float64Array.of(1, 2, 3);
  assert.deepEqual([...m4(x, x, whole(x), { x0: 10, x1: 20, columns: 5 })], [2]);
  assert.deepEqual([...m4(x, x, { start: 0, end: 0 }, { x0: 0, x1: 1, columns: 5 })], []);
});

test('bounds and nearest agree with a linear search', () => {
  fc.assert(
    fc.property(ascending, fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (x, value) => {
      const list = [...x];
      assert.equal(lowerBound(x, value), list.filter((at) => at < value).length);
      assert.equal(upperBound(x, value), list.filter((at) => at <= value).length);
      const least = Math.min(...list.map((at) => Math.abs(at - value)));
      assert.equal(Math.abs(x[nearest(x, value)]! - value), least);
    }),
  );
});
