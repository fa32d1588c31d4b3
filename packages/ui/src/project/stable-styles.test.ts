import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriesStyles } from '@tracklens/core/display';
import { noStyles, numberedStyles, styleNumbers } from './stable-styles.ts';

const runs = Array.from({ length: 12 }, (_, index) => `run${index}`);
const ten = runs.slice(0, 10);

test('the first selection has the styles of a saved output', () => {
  assert.deepEqual(numberedStyles(styleNumbers(noStyles, ten), false), seriesStyles(ten, false));
  assert.deepEqual(numberedStyles(styleNumbers(noStyles, runs), true), seriesStyles(runs, true));
});

test('no experiment changes its style when another one is deselected and selected again', () => {
  const first = styleNumbers(noStyles, ten);
  for (const run of ten) {
    const others = styleNumbers(
      first,
      ten.filter((one) => one !== run),
    );
    for (const [key, number] of others.byKey) assert.equal(number, first.byKey.get(key), `${key} without ${run}`);
    assert.deepEqual(new Map(styleNumbers(others, ten).byKey), new Map(first.byKey));
  }
});

test('a newly selected experiment gets a free style: its usual one, or another color, or a dash', () => {
  const two = styleNumbers(noStyles, runs.slice(0, 2));
  const all = runs.reduce((styles, _, index) => styleNumbers(styles, runs.slice(0, index + 1)), two);
  assert.equal(new Set(all.byKey.values()).size, runs.length);
  const dashes = [...numberedStyles(all, false).values()].map(({ dash }) => dash.length > 0);
  assert.deepEqual(dashes, [...ten.map(() => false), true, true]);
  assert.equal(styleNumbers(all, runs), all);
});

test('another palette assigns its own styles, and a chosen color replaces that of the palette', () => {
  const standard = styleNumbers(noStyles, ten);
  const other = styleNumbers(standard, ten, 'okabe-ito');
  const chosen = { run1: '#123456' };
  assert.deepEqual(
    numberedStyles(other, false, chosen),
    seriesStyles(ten, false, { palette: 'okabe-ito', colors: chosen }),
  );
});
