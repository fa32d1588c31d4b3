import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAlternatives } from '@tracklens/core/query';
import { insertion } from './query-insertion.ts';

const columns = [
  { name: 'accuracy', source: 'metrics', type: 'double' },
  { name: 'loss', source: 'metrics', type: 'double' },
] as const;

/** The text after the first item was taken; `|` stands for the cursor before and after. */
function taken(given: string): string {
  const cursor = given.indexOf('|');
  const text = given.replace('|', '');
  const { from, to, items } = completeAlternatives(text, cursor, columns);
  const written = insertion(text, { from, to }, items[0]!.insert);
  return `${text.slice(0, from)}${written.insert}|${text.slice(written.to)}`;
}

for (const [given, expected] of [
  // What the editor has closed by itself is written over: what follows is typed behind it.
  ['Metric(|)', 'Metric("accuracy")|'],
  ['Metric("|")', 'Metric("accuracy")|'],
  ['Metric("acc|")', 'Metric("accuracy")|'],
  ["Metric('acc|')", "Metric('accuracy')|"],
  ['Metric("acc|") > 0.9', 'Metric("accuracy")| > 0.9'],
  ['(Metric("acc|")) & Tag("x")', '(Metric("accuracy")|) & Tag("x")'],
  // Without such, it is closed.
  ['Metric("acc|', 'Metric("accuracy")|'],
  ['Metric(|', 'Metric("accuracy")|'],
  // The rest of a name goes with it.
  ['Metric("a|cc")', 'Metric("accuracy")|'],
]) {
  test(`${given} becomes ${expected}`, () => assert.equal(taken(given!), expected));
}
