/**
 * Comparison with predicates recorded from the Python SDK (`sdk-predicates.json`): this package sends the same ones,
 * and reads them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Column, type Condition, compileQuery, readPredicates } from './index.ts';

interface Recording {
  readonly columns: Column[];
  readonly cases: readonly { readonly query: string; readonly predicates: unknown }[];
}

const recording = JSON.parse(readFileSync(new URL('./sdk-predicates.json', import.meta.url), 'utf8')) as Recording;

/** Queries for which this package intentionally sends something else. */
const differentInSdk = new Map([
  ['~~Tag("a")', 'the SDK leaves `negated` on a test that was inverted twice'],
  ['~(Tag("a") & (Metric("loss")<1))', 'the SDK sends "not a and not b"; we send one call for each'],
]);

describe('the predicates are those of the Python SDK', () => {
  for (const { query, predicates } of recording.cases) {
    if (differentInSdk.has(query) || query.includes('|')) continue;
    test(query, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(compileQuery(query, recording.columns))), [predicates]);
    });
  }
});

/** Formats a condition in a compact form. */
function spell(condition: Condition): string {
  if ('and' in condition) return `(${condition.and.map(spell).join(' & ')})`;
  if ('or' in condition) return `(${condition.or.map(spell).join(' | ')})`;
  return `${condition.test.name} ${condition.test.operator} ${condition.test.value}`;
}

describe('the alternatives of the Python SDK are understood', () => {
  const understood = (query: string, expected: string) =>
    test(query, () => {
      const result = readPredicates(recording.cases.find((entry) => entry.query === query)?.predicates);
      assert.ok(result.ok);
      assert.equal(spell(result.condition), expected);
    });

  understood('(Metric("loss")<1) | Tag("a")', '(loss less 1 | a equal a)');
  understood(
    '((Metric("loss")<1) | (Metric("val_loss")<1)) & (Metric("loss")>0)',
    '((loss less 1 | val_loss less 1) & loss greater 0)',
  );
  understood('(Tag("a")|Tag("bad")) & (Parameter("lr")<1)', '((a equal a | bad equal bad) & lr less 1)');
});
