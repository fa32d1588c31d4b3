import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatQuery } from './format.ts';

test('spaces, quotes and parentheses are normalized; numbers and dates stay as written', () => {
  assert.equal(
    formatQuery(`  ((Metric('loss')<1e-3))&( ~ Tag('a')) & Metadata("t")  .between( datetime(2026, 1, 2) , 1_000 )`),
    `(Metric("loss") < 1e-3) & ~Tag("a") & Metadata("t").between(datetime(2026, 1, 2), 1_000)`,
  );
  assert.equal(formatQuery('(Metric("loss") < 1)\n'), 'Metric("loss") < 1\n');
  assert.equal(
    formatQuery('Metric("a") < 1 or Metric("b") == float("nan")'),
    '(Metric("a") < 1) | (Metric("b") == float("nan"))',
  );
});

test('a long query has one test a line, and groups are indented', () => {
  const long = (name: string) => `(Parameter("${name}_of_a_long_name") == "${'x'.repeat(20)}")`;
  const group = `${long('a')} | ${long('b')}`;
  assert.equal(
    formatQuery(`${long('c')} & (${group})&~(${group})`),
    `${long('c')}
& (
  ${long('a')}
  | ${long('b')}
)
& ~(
  ${long('a')}
  | ${long('b')}
)`,
  );
});

test('several queries begin a line each', () => {
  assert.equal(formatQuery('Tag("a");Metric("b")>1 ; '), 'Tag("a");\nMetric("b") > 1');
});

test('a text with errors stays as it is', () => {
  assert.equal(formatQuery('Metric("a")  =  1'), 'Metric("a")  =  1');
});
