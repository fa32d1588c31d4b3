import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriesLooks } from '@tracklens/core/display';
import { lookNumbers, noLooks, numberedLooks } from './stable-looks.ts';

const runs = Array.from({ length: 12 }, (_, index) => `run${index}`);
const ten = runs.slice(0, 10);

test('the first selection has the looks of a saved output', () => {
  assert.deepEqual(numberedLooks(lookNumbers(noLooks, ten), false), seriesLooks(ten, false));
  assert.deepEqual(numberedLooks(lookNumbers(noLooks, runs), true), seriesLooks(runs, true));
});

test('no experiment changes its look when another one is deselected and selected again', () => {
  const first = lookNumbers(noLooks, ten);
  for (const run of ten) {
    const others = lookNumbers(
      first,
      ten.filter((one) => one !== run),
    );
    for (const [key, number] of others.byKey) assert.equal(number, first.byKey.get(key), `${key} without ${run}`);
    assert.deepEqual(new Map(lookNumbers(others, ten).byKey), new Map(first.byKey));
  }
});

test('a newly selected experiment gets a free look: its usual one, or another color, or a dash', () => {
  const two = lookNumbers(noLooks, runs.slice(0, 2));
  const all = runs.reduce((looks, _, index) => lookNumbers(looks, runs.slice(0, index + 1)), two);
  assert.equal(new Set(all.byKey.values()).size, runs.length);
  const dashes = [...numberedLooks(all, false).values()].map(({ dash }) => dash.length > 0);
  assert.deepEqual(dashes, [...ten.map(() => false), true, true]);
  assert.equal(lookNumbers(all, runs), all);
});

test('another palette assigns its own looks, and a chosen color replaces that of the palette', () => {
  const standard = lookNumbers(noLooks, ten);
  const other = lookNumbers(standard, ten, 'okabe-ito');
  const chosen = { run1: '#123456' };
  assert.deepEqual(
    numberedLooks(other, false, chosen),
    seriesLooks(ten, false, { palette: 'okabe-ito', colors: chosen }),
  );
});
