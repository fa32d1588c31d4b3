import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAlternatives } from '@tracklens/core/query';
import { insertion } from './query-insertion.ts';

const columns = [
  { name: 'accuracy', source: 'metrics', type: 'double' },
  { name: 'loss', source: 'metrics', type: 'double' },
] as const;

/** Applies the first completion item to `given` and returns the result; `|` marks the cursor in both. */
function taken(given: string): string {
  const cursor = given.indexOf('|');
  const text = given.replace('|', '');
  const { from, to, items } = completeAlternatives(text, cursor, columns);
  const written = insertion(text, { from, to }, items[0]!.insert);
  return `${text.slice(0, from)}${written.insert}|${text.slice(written.to)}`;
}

for (const [given, expected] of [
  // Brackets and quotes that the editor closed automatically are overwritten, and the cursor moves behind them.
  ['Metric(|)', 'Metric("accuracy")|'],
  ['Metric("|")', 'Metric("accuracy")|'],
  ['Metric("acc|")', 'Metric("accuracy")|'],
  ["Metric('acc|')", "Metric('accuracy')|"],
  ['Metric("acc|") > 0.9', 'Metric("accuracy")| > 0.9'],
  ['(Metric("acc|")) & Tag("x")', '(Metric("accuracy")|) & Tag("x")'],
  // Without auto-closed characters, the item adds them.
  ['Metric("acc|', 'Metric("accuracy")|'],
  ['Metric(|', 'Metric("accuracy")|'],
  // The rest of a partial name is replaced.
  ['Metric("a|cc")', 'Metric("accuracy")|'],
]) {
  test(`${given} becomes ${expected}`, () => assert.equal(taken(given!), expected));
}
