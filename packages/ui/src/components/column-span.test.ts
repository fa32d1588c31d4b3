import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellLayouts, fittedColumns, leftToShow, renderedColumns, scaledColumns } from './column-span.ts';

const hundred = Array.from({ length: 100 }, () => ({ width: 100 }));

test('only the visible columns are drawn, with some on either side, the first one and the focused one', () => {
  const places = { columns: hundred, before: 32, left: 5000, width: 1000, active: 90 };
  assert.deepEqual(renderedColumns(places), [0, ...Array.from({ length: 15 }, (_, index) => 47 + index), 90]);
});

test('pinned columns are always drawn, and all of them while the width is not known', () => {
  const columns = hundred.map((column, index) => ({ ...column, pinned: index < 3 }));
  assert.deepEqual(
    renderedColumns({ columns, before: 0, left: 9000, width: 500, active: -1 }).slice(0, 4),
    [0, 1, 2, 88],
  );
  assert.equal(renderedColumns({ columns, before: 0, left: 0, width: 0, active: -1 }).length, 100);
});

test('a column focused by keys is scrolled completely into view, next to the pinned ones', () => {
  const table = fc.record({
    columns: fc.array(fc.record({ width: fc.integer({ min: 20, max: 120 }) }), { minLength: 2, maxLength: 40 }),
    pinned: fc.integer({ min: 0, max: 2 }),
    before: fc.constantFrom(0, 32),
    left: fc.integer({ min: 0, max: 2000 }),
    place: fc.nat(39),
  });
  fc.assert(
    fc.property(table, ({ columns: given, pinned, before, left, place }) => {
      const columns = given.map((column, index) => ({ ...column, pinned: index < pinned }));
      const active = place % columns.length;
      const places = { columns, before, left, width: 600, active };
      const shown = leftToShow(places);
      if (active === 0) return assert.equal(shown, 0);
      if (columns[active]!.pinned) return assert.equal(shown, left);
      const start = columns.slice(0, active).reduce<number>((sum, { width }) => sum + width, before);
      const covered =
        pinned === 0 ? 0 : before + columns.slice(0, pinned).reduce<number>((sum, { width }) => sum + width, 0);
      assert.ok(start >= shown + covered, 'hidden behind the pinned columns');
      assert.ok(start + columns[active]!.width <= shown + 600, 'beyond the right edge');
      assert.ok(renderedColumns({ ...places, left: shown }).includes(active));
    }),
  );
});

test('a cell reports where it is only behind columns that are left out, and a pinned one where it stays', () => {
  const columns = hundred.map((column, index) => ({ ...column, pinned: index < 2, numeric: index === 50 }));
  const places = cellLayouts(columns, [0, 1, 49, 50, 99], 32);
  assert.deepEqual(
    places.map(({ at, style }) => [at, style]),
    [
      [1, { left: 32 }],
      [2, { left: 132 }],
      [50, { gridColumnStart: 51 }],
      [51, undefined],
      [100, { gridColumnStart: 101 }],
    ],
  );
  assert.deepEqual(
    places.map(({ className }) => className),
    ['tl-grid-cell tl-pinned', 'tl-grid-cell tl-pinned', 'tl-grid-cell', 'tl-grid-cell tl-numeric', 'tl-grid-cell'],
  );
  assert.equal(cellLayouts(hundred, [0, 1], 0)[1]!.at, 1);
});

test('in a narrow table the first column gives way to the others, as far as that helps', () => {
  const columns = [{ width: 330 }, { width: 100 }, { width: 100 }];
  const firstOf = (width: number) => fittedColumns(columns, 32, width)[0]!.width;
  assert.deepEqual([firstOf(0), firstOf(900), firstOf(562)], [330, 330, 330]);
  assert.equal(firstOf(500), 268, 'all are visible');
  assert.equal(firstOf(350), 158, 'the others have to be scrolled to');
  assert.equal(firstOf(200), 130);
  assert.equal(fittedColumns([{ width: 90 }, { width: 900 }], 0, 300)[0]!.width, 90);
  assert.equal(fittedColumns(columns, 32, 900), columns);
});

test('in a notebook output with many columns the first one is as wide as long names', () => {
  const columns = [{ width: 330 }, ...hundred];
  assert.equal(fittedColumns(columns, 32, 750), columns);
});

test('columns grow with a font that is larger than the default', () => {
  const columns = [{ width: 330 }, { width: 96 }];
  assert.deepEqual(scaledColumns(columns, 17), [{ width: 432 }, { width: 126 }]);
  for (const fontSize of [0, 12, 13]) assert.equal(scaledColumns(columns, fontSize), columns);
});
