import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metadata } from '../source/view-source.ts';
import { widthOfColumn, widthOfNames } from './column-widths.ts';

const english = (text: string, ...values: (string | number)[]) => text.replace('%1', String(values[0]));

for (const id of ['metric:loss', 'min:loss', 'max:loss', 'parameter:lr']) {
  test(`numbers of six digits fit into the column ${id}`, () =>
    assert.ok(widthOfColumn(id, english) >= 16 + '−0.000123457'.length * 8.3));
}

test('a column is as wide as its heading, within limits', () => {
  assert.ok(widthOfColumn('spark:val/accuracy', english) >= 16 + 'val/accuracy trend'.length * 7.5);
  assert.equal(widthOfColumn(`metric:${'a'.repeat(80)}`, english), 180);
});

test('the state column is as wide as the longest state in the language', () => {
  const longest = 'interrupted by';
  assert.equal(widthOfColumn('state', english), 96);
  assert.ok(widthOfColumn('state', (text) => (text === 'crashed' ? longest : text)) >= 36 + longest.length * 7.5);
});

test('names fit into their column, except for a few that are much longer', () => {
  const named = (...lengths: number[]) =>
    lengths.map((length) => ({ experimentName: 'n'.repeat(length), experimentKey: 'key' }) as Metadata);
  const short = Array.from({ length: 18 }, () => 8);
  assert.equal(widthOfNames(named(...short, 40, 40)), 150);
  assert.ok(widthOfNames(named(8, 26)) >= 44 + 26 * 7.5);
  assert.ok(widthOfNames(named(...short, 26, 26, 26)) >= 44 + 26 * 7.5);
  assert.equal(widthOfNames(named(80)), 330);
  assert.equal(widthOfNames([]), 150);
});
