import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Condition } from './condition.ts';
import { readPredicates, readRulesTree } from './predicates.ts';

const rule = (field: string, operator: string, value: unknown, more: object = {}) => ({
  id: field,
  field,
  type: 'double',
  operator,
  value,
  ...more,
});
const group = (condition: string, ...rules: unknown[]) => ({ condition, rules, valid: true });
const predicate = (source: string, query: object, more: object = {}) => ({ source, query, ...more });

/** Formats a condition in a compact form. */
function spell(condition: Condition): string {
  if ('and' in condition) return `(${condition.and.map(spell).join(' & ')})`;
  if ('or' in condition) return `(${condition.or.map(spell).join(' | ')})`;
  const { source, name, operator, value } = condition.test;
  return `${source}.${name} ${operator} ${JSON.stringify(value)}`;
}

describe('every form that clients send is read', () => {
  const read = (title: string, predicates: unknown, expected: string) =>
    test(title, () => {
      const result = readPredicates(predicates);
      assert.ok(result.ok, 'message' in result ? result.message : '');
      assert.equal(spell(result.condition), expected);
    });

  read('no predicate holds for all', [], '()');
  read('one rule', [predicate('metrics', group('AND', rule('a', 'less', 1)))], 'metrics.a less 1');
  read(
    'rules of two sources',
    [
      predicate('metrics', group('AND', rule('a', 'less', 1), rule('b', 'is_null', null))),
      predicate('tag', group('AND', rule('t', 'equal', 't'))),
    ],
    '((metrics.a less 1 & metrics.b is_null null) & tag.t equal "t")',
  );
  read(
    'negated is ignored, the operator is turned round already',
    [predicate('metrics', group('AND', rule('a', 'greater_or_equal', 1)), { negated: true })],
    'metrics.a greater_or_equal 1',
  );
  read(
    '`A | B` of one source',
    [
      predicate(
        'metrics',
        group('OR', rule('a', 'less', 1, { source: 'metrics' }), rule('b', 'less', 2, { source: 'metrics' })),
      ),
    ],
    '(metrics.a less 1 | metrics.b less 2)',
  );
  read(
    '`A | B` of two sources',
    [
      predicate(
        'nested',
        group('OR', rule('a', 'less', 1, { source: 'metrics' }), rule('t', 'equal', 't', { source: 'tag' })),
      ),
    ],
    '(metrics.a less 1 | tag.t equal "t")',
  );
  read(
    '`(A | B) & C` as two groups',
    [
      predicate(
        'metrics',
        group('AND', group('OR', rule('a', 'less', 1), rule('b', 'less', 2)), group('AND', rule('c', 'less', 3))),
      ),
    ],
    '((metrics.a less 1 | metrics.b less 2) & metrics.c less 3)',
  );
  read(
    'a range of numbers',
    [predicate('metrics', group('AND', rule('a', 'between', [1, '2'])))],
    'metrics.a between ["1","2"]',
  );
  read('a JSON boolean', [predicate('params', group('AND', rule('a', 'equal', true)))], 'params.a equal 1');
  read(
    'a lower-case condition',
    [predicate('params', group('or', rule('a', 'less', 1), rule('b', 'less', 1)))],
    '(params.a less 1 | params.b less 1)',
  );
  read(
    'a rule without type and field',
    [predicate('params', group('AND', { id: 'a', operator: 'is_null' }))],
    'params.a is_null null',
  );
});

describe('any other form is rejected with its path', () => {
  const assertRejected = (predicates: unknown, message: RegExp) =>
    test(String(message), () => {
      const result = readPredicates(predicates);
      assert.ok(!result.ok);
      assert.match(result.message, message);
    });

  assertRejected('x', /^predicates: /);
  assertRejected([1], /^predicates\[0\]: /);
  assertRejected([predicate('elsewhere', group('AND'))], /^predicates\[0\]\.source: /);
  assertRejected([predicate('tag', group('XOR'))], /^predicates\[0\]\.query\.condition: /);
  assertRejected([predicate('tag', group('AND', 5))], /^predicates\[0\]\.query\.rules\[0\]: /);
  assertRejected([predicate('tag', group('AND', rule('a', 'drop table', 1)))], /rules\[0\]\.operator: /);
  assertRejected([predicate('nested', group('OR', rule('a', 'less', 1)))], /rules\[0\] names no source/);
  assertRejected([predicate('tag', group('AND', { operator: 'equal', value: 1 }))], /names no field/);
  assertRejected([predicate('params', group('AND', rule('a', 'between', 1)))], /value of between is two values/);
  assertRejected([predicate('params', group('AND', rule('a', 'less', ['1', '2'])))], /value of less is one value/);
  assertRejected([predicate('params', group('AND', rule('a', 'less', null)))], /value of less is missing/);
});

test('hostile nesting is rejected, not followed', () => {
  let nested: object = group('AND', rule('a', 'less', 1));
  for (let depth = 0; depth < 5000; depth += 1) nested = group('OR', nested);
  const result = readPredicates([predicate('metrics', nested)]);
  assert.ok(!result.ok);
  assert.match(result.message, /nested deeper than 500/);
  assert.ok(result.message.length < 200);
});

test('a rules tree of the search is read; an absent one holds for all', () => {
  const result = readRulesTree(
    group('AND', rule('a', 'less', 1, { source: 'metrics' }), rule('t', 'equal', 't', { source: 'tag' })),
  );
  assert.ok(result.ok);
  assert.equal(spell(result.condition), '(metrics.a less 1 & tag.t equal "t")');
  assert.deepEqual(readRulesTree(null), { ok: true, condition: { and: [] } });
});
