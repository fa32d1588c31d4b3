import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queryColumns as columns, mistypedQueries } from '../test-support/invalid-queries.ts';
import { isQuerySyntaxError } from './errors.ts';
import { compileQuery, Metadata, Metric, Parameter, planQuery, Tag } from './index.ts';
import { parseQueryOrThrow } from './parse.ts';
import { conditionOf } from './wire.ts';

describe('a single test is sent with its operator and value', () => {
  const rule = (query: string, source: string, name: string, type: string, operator: string, value: unknown) =>
    test(query, () => {
      const [predicates, ...others] = compileQuery(query, columns);
      assert.equal(others.length, 0);
      assert.deepEqual(predicates, [
        {
          source,
          query: { condition: 'AND', rules: [{ id: name, field: name, type, operator, value }], valid: true },
          ...(query.startsWith('~') ? { negated: true } : {}),
        },
      ]);
    });
  const loss = (query: string, operator: string, value: unknown) =>
    rule(query, 'metrics', 'loss', 'double', operator, value);
  const optimizer = (query: string, operator: string, value: unknown) =>
    rule(query, 'params', 'optimizer', 'string', operator, value);
  const started = (query: string, operator: string, value: unknown) =>
    rule(query, 'metadata', 'start_server_timestamp', 'datetime', operator, value);

  loss('Metric("loss") == 0.5', 'equal', 0.5);
  loss('Metric("loss") != 0.5', 'not_equal', 0.5);
  loss('Metric("loss") < 0.5', 'less', 0.5);
  loss('Metric("loss") <= 0.5', 'less_or_equal', 0.5);
  loss('Metric("loss") > 0.5', 'greater', 0.5);
  loss('Metric("loss") >= 0.5', 'greater_or_equal', 0.5);
  loss('Metric("loss") < "0.5"', 'less', '0.5');
  loss('Metric("loss").between(1, 2.5)', 'between', ['1', '2.5']);
  loss('Metric("loss") == None', 'is_null', null);
  loss('Metric("loss") != None', 'is_not_null', null);
  optimizer('Parameter("optimizer") == ""', 'is_empty', null);
  optimizer('Parameter("optimizer") != ""', 'is_not_empty', null);
  optimizer('Parameter("optimizer").contains("da")', 'contains', 'da');
  optimizer('Parameter("optimizer").startswith("a")', 'begins_with', 'a');
  optimizer('Parameter("optimizer").endswith("m")', 'ends_with', 'm');
  optimizer('Parameter("optimizer") > ""', 'greater', '');
  optimizer('Parameter("optimizer") <= ""', 'less_or_equal', '');
  rule('Parameter("shuffle") >= True', 'params', 'shuffle', 'boolean', 'greater_or_equal', 1);
  loss('Metric("loss") == float("nan")', 'equal', 'NaN');
  loss('Metric("loss") != "NaN"', 'not_equal', 'NaN');
  loss('Metric("loss") < float("inf")', 'less', 'Infinity');
  loss('Metric("loss") < float("1e-3")', 'less', 0.001);
  rule('Parameter("optimizer") == float("nan")', 'params', 'optimizer', 'double', 'equal', 'NaN');
  rule('Parameter("optimizer") > float("-inf")', 'params', 'optimizer', 'double', 'greater', '-Infinity');
  rule('Parameter("shuffle") < float("inf")', 'params', 'shuffle', 'boolean', 'less', 'Infinity');
  optimizer('Parameter("optimizer") == "NaN"', 'equal', 'NaN');
  optimizer('Parameter("optimizer") < 0.5', 'less', 0.5);
  optimizer('Parameter("optimizer") == True', 'equal', 1);
  rule('Parameter("shuffle") == True', 'params', 'shuffle', 'boolean', 'equal', 1);
  rule('Parameter("shuffle") == False', 'params', 'shuffle', 'boolean', 'equal', 0);
  rule('Parameter("shuffle") != True', 'params', 'shuffle', 'boolean', 'not_equal', 1);
  rule('Parameter("shuffle") != False', 'params', 'shuffle', 'boolean', 'not_equal', 0);
  rule('Other("note") == "x"', 'log_other', 'note', 'string', 'equal', 'x');
  rule('Environment("hostname") == "h"', 'env_details', 'hostname', 'string', 'equal', 'h');
  rule('Metadata("duration") > 60', 'metadata', 'duration', 'timenumber', 'greater', 60);
  rule('Metadata("duration").between(1, 60)', 'metadata', 'duration', 'timenumber', 'between', ['1', '60']);
  rule('Tag("absent")', 'tag', 'absent', 'string', 'equal', 'absent');
  const time = 'Metadata("start_server_timestamp")';
  started(`${time} > datetime(2026, 1, 2, 3, 4, 5)`, 'greater', '2026-01-02 03:04:05');
  started(`${time} > datetime("2026-01-02T03:04:05.25-03:30")`, 'greater', '2026-01-02 06:34:05.250000');
  started(`${time} > "2026-01-02T03:04:05Z"`, 'greater', '2026-01-02 03:04:05');
  started(`${time} < 1767323045000`, 'less', '2026-01-02 03:04:05');
  started(`${time}.between("2026-01-02", datetime(2026, 2, 1))`, 'between', [
    '2026-01-02 00:00:00',
    '2026-02-01 00:00:00',
  ]);

  loss('~(Metric("loss") == 1)', 'not_equal', 1);
  loss('~(Metric("loss") != 1)', 'equal', 1);
  loss('~(Metric("loss") < 1)', 'greater_or_equal', 1);
  loss('~(Metric("loss") <= 1)', 'greater', 1);
  loss('~(Metric("loss") > 1)', 'less_or_equal', 1);
  loss('~(Metric("loss") >= 1)', 'less', 1);
  loss('~Metric("loss").between(1, 2)', 'not_between', ['1', '2']);
  loss('~(Metric("loss") == None)', 'is_not_null', null);
  optimizer('~(Parameter("optimizer") == "")', 'is_not_empty', null);
  optimizer('~Parameter("optimizer").contains("a")', 'not_contains', 'a');
  optimizer('~Parameter("optimizer").startswith("a")', 'not_begins_with', 'a');
  optimizer('~Parameter("optimizer").endswith("a")', 'not_ends_with', 'a');
  rule('~Tag("t")', 'tag', 't', 'string', 'not_equal', 't');
});

/** Formats calls in a compact form: `source: name operator, …`. */
function calls(query: string): string[] {
  return compileQuery(query, columns).map((predicates) =>
    predicates
      .map(({ source, query: { rules } }) => `${source}: ${rules.map((r) => `${r.field} ${r.operator}`).join(', ')}`)
      .join('; '),
  );
}

describe('tests are grouped by source, alternatives by call', () => {
  const carried = (query: string, ...expected: string[]) => test(query, () => assert.deepEqual(calls(query), expected));

  carried(
    'Tag("a") & (Metric("loss") < 1) & Tag("b") & (Parameter("lr") > 0) & (Metric("val_loss") < 2)',
    'tag: a equal, b equal; metrics: loss less, val_loss less; params: lr greater',
  );
  carried('~(Tag("a") & (Metric("loss") < 1))', 'tag: a not_equal', 'metrics: loss greater_or_equal');
  carried('~(~Tag("a") & ~Tag("b"))', 'tag: a equal', 'tag: b equal');
  carried('Tag("a") | Tag("b") | Tag("a")', 'tag: a equal', 'tag: b equal');
  carried('~(Tag("a") | Tag("b"))', 'tag: a not_equal, b not_equal');
  carried('Tag("x") & (Tag("a") | ~Tag("b"))', 'tag: x equal, a equal', 'tag: x equal, b not_equal');
  carried('Metric("loss") < 1 or Tag("a") & Tag("b")', 'metrics: loss less', 'tag: a equal, b equal');
  carried('~~(Tag("a") & Tag("b"))', 'tag: a equal, b equal');
  carried('Tag("x") & ~(Tag("a") & Tag("b"))', 'tag: x equal, a not_equal', 'tag: x equal, b not_equal');
  carried('~(Tag("a") & ~(Tag("b") & Tag("c")))', 'tag: a not_equal', 'tag: b equal, c equal');
});

test('a twice inverted test is not marked as negated', () => {
  assert.equal(compileQuery('~~Tag("a")', columns)[0]?.[0]?.negated, undefined);
});

test('a query of too many alternatives is rejected before it is multiplied out', () => {
  const pair = '~(Tag("a") & Tag("b"))';
  assert.equal(compileQuery(Array(5).fill(pair).join(' & '), columns).length, 32);
  const { conjunctions, errors } = planQuery(parseQueryOrThrow(Array(60).fill(pair).join(' & ')), columns);
  assert.deepEqual(conjunctions, []);
  assert.match(errors[0]?.message ?? '', /more than 32 alternatives/);
});

describe('queries that the service would evaluate wrongly are rejected', () => {
  const assertRejected = (marked: string, message: RegExp, remedy: RegExp) => {
    const source = marked.replaceAll('¦', '');
    test(source, () => {
      assert.throws(
        () => compileQuery(source, columns),
        (error: unknown) => {
          assert.ok(isQuerySyntaxError(error));
          const [{ start, end, message: actual, remedy: advised } = assert.fail()] = error.errors;
          assert.match(actual, message);
          assert.match(advised ?? '', remedy);
          assert.equal(`${source.slice(0, start)}¦${source.slice(start, end)}¦${source.slice(end)}`, marked);
          return true;
        },
      );
    });
  };

  for (const [marked, message, remedy] of mistypedQueries) assertRejected(marked, message, remedy);
});

describe('a test of a name that was never logged makes no call, and editors can mark it', () => {
  for (const [source, remedy] of [
    ['Metric("los") < 1', /did you mean Metric\("loss"\)/],
    ['Metric("vla_loss") == None', /Metric\("val_loss"\)/],
    ['~(Metric("lr") < 1)', /did you mean Parameter\("lr"\)\?/],
    ['Other("zzzzzz") == 1', /getQueryVariables/],
    ['Metadata("secret") == 1', /getQueryVariables/],
  ] as const) {
    test(source, () => {
      const { conjunctions, errors, unknown } = planQuery(parseQueryOrThrow(source), columns);
      assert.deepEqual([conjunctions, errors], [[], []]);
      assert.match(unknown[0]?.message ?? '', /no experiment of this project has/);
      assert.match(unknown[0]?.remedy ?? '', remedy);
    });
  }

  test('the alternatives of the other names are called', () => {
    assert.deepEqual(calls('(Metric("nope") < 1) | Tag("a")'), ['tag: a equal']);
    assert.deepEqual(calls('(Metric("nope") < 1) & Tag("a")'), []);
  });

  test('every such name is reported', () => {
    const { unknown } = planQuery(parseQueryOrThrow('(Metric("x1") < 1) & ~(Metric("x2") < 1)'), columns);
    assert.deepEqual(
      unknown.map(({ start }) => start),
      [1, 23],
    );
  });
});

test('a built query is equivalent to its text', () => {
  const built = Metric('loss').lt(0.5).and(Tag('a').not());
  assert.deepEqual(compileQuery(built, columns), compileQuery('(Metric("loss") < 0.5) & ~Tag("a")', columns));
  assert.deepEqual(compileQuery(built.tree, columns), compileQuery(built, columns));
});

for (const [what, build, message] of [
  ['an undefined value', () => Metric('x').eq(undefined as never), /: undefined is no value; give a text, /],
  ['a bigint', () => Parameter('seed').lt(5n as never), /: bigint is no value; give a text, /],
  ['null in a range', () => Metric('x').between(null as never, 1), /: null is no value; give a text, /],
  ['an object', () => Parameter('x').ne({} as never), /: object is no value; give a text, /],
  ['an invalid Date', () => Metadata('x').gt(new Date(Number.NaN)), /the Date is invalid/],
  ['the order of NaN', () => Metric('x').lt(Number.NaN), /NaN has no order/],
] as const) {
  test(`${what} is rejected when the query is built`, () => assert.throws(build, { name: 'RangeError', message }));
}

test('the condition of a plan joins calls by or and tests by and', () => {
  const condition = conditionOf(compileQuery('~(Tag("a") & Tag("b"))', columns));
  assert.ok('or' in condition);
  assert.equal(condition.or.length, 2);
});
