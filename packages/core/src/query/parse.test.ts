import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalidQueries } from '../test-support/invalid-queries.ts';
import { caret } from './error-texts.ts';
import { isQuerySyntaxError, QuerySyntaxError } from './index.ts';
import { parseQuery, parseQueryOrThrow } from './parse.ts';

/** Returns a tree without positions in a compact form. Numbers are texts: JSON has no NaN and no infinity. */
function shape(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'start' || key === 'end') return undefined;
    return typeof inner === 'number' ? String(inner) : inner;
  });
  return JSON.parse(text);
}

const loss = { kind: 'Variable', variableKind: 'Metric', name: 'loss' };
const lr = { kind: 'Variable', variableKind: 'Parameter', name: 'lr' };
const tag = (name: string) => ({ kind: 'Tag', name });
const number = (value: number) => ({ kind: 'Number', value });
const text = (value: string) => ({ kind: 'Text', value });
const compare = (variable: object, operator: string, value: object) => ({
  kind: 'Comparison',
  variable,
  operator,
  value,
});
const lossIs = (value: object) => compare(loss, '==', value);

describe('a query is parsed into a tree', () => {
  const ok = (source: string, expected: object) =>
    test(source, () => {
      const { tree, errors } = parseQuery(source);
      assert.deepEqual(errors, []);
      assert.deepEqual(shape(tree), shape(expected));
    });

  for (const operator of ['==', '<=', '>=', '!=', '<', '>']) {
    ok(`Metric("loss") ${operator} 0.5`, compare(loss, operator, number(0.5)));
  }
  for (const kind of ['Environment', 'Metric', 'Parameter', 'Other', 'Metadata']) {
    ok(`(${kind}('n') == 1)`, compare({ kind: 'Variable', variableKind: kind, name: 'n' }, '==', number(1)));
  }
  ok('Tag("a")', tag('a'));
  ok('(((Tag("a"))))', tag('a'));
  ok('~Tag("a")', { kind: 'Not', term: tag('a') });
  ok('~~Tag("a")', { kind: 'Not', term: { kind: 'Not', term: tag('a') } });
  ok('Tag("a") & (Tag("b") & Tag("c"))', { kind: 'And', terms: [tag('a'), tag('b'), tag('c')] });
  ok('~(Tag("a") & Tag("b"))', { kind: 'Not', term: { kind: 'And', terms: [tag('a'), tag('b')] } });
  ok('(Metric("loss") < 0.5) & ~Tag("bad") & Parameter("lr").between(0.001, 0.1)', {
    kind: 'And',
    terms: [
      compare(loss, '<', number(0.5)),
      { kind: 'Not', term: tag('bad') },
      { kind: 'Between', variable: lr, low: number(0.001), high: number(0.1) },
    ],
  });
  ok('(Parameter("lr").contains("e"))', { kind: 'TextTest', variable: lr, method: 'contains', text: 'e' });
  ok('~Parameter("lr").startswith("")', {
    kind: 'Not',
    term: { kind: 'TextTest', variable: lr, method: 'startswith', text: '' },
  });
  ok('Parameter("lr").endswith("x")', { kind: 'TextTest', variable: lr, method: 'endswith', text: 'x' });
  ok('Metric("loss")==-1.5e-3', lossIs(number(-0.0015)));
  ok('Metric("loss") == .5', lossIs(number(0.5)));
  ok('Metric("loss") == 1_000', lossIs(number(1000)));
  ok('Metric("loss") == -0', lossIs(number(0)));
  ok('Metric("loss") == float("1e-3")', lossIs(number(0.001)));
  ok('Metric("loss") == float("inf")', lossIs(number(Number.POSITIVE_INFINITY)));
  ok('Metric("loss") == float("-Infinity")', lossIs(number(Number.NEGATIVE_INFINITY)));
  ok('Metric("loss") == float("nan")', lossIs(number(Number.NaN)));
  ok('Metric("loss") == True', lossIs({ kind: 'Boolean', value: true }));
  ok('Metric("loss") == False', lossIs({ kind: 'Boolean', value: false }));
  ok('Metric("loss") == None', lossIs({ kind: 'None' }));
  ok('Metric("loss") == ""', lossIs(text('')));
  ok(String.raw`Metric("loss") == 'it\'s "\x41\u00e9\U0001F600\n\q'`, lossIs(text('it\'s "Aé😀\n\\q')));
  ok(
    'Metric("loss") == datetime("2026-01-02T03:04:05+02:00")',
    lossIs({ kind: 'Datetime', utc: '2026-01-02T01:04:05Z' }),
  );
  ok('Metric("loss") == datetime("2026-01-02")', lossIs({ kind: 'Datetime', utc: '2026-01-02T00:00:00Z' }));
  ok('Metric("loss") == datetime(2026, 1, 2)', lossIs({ kind: 'Datetime', utc: '2026-01-02T00:00:00Z' }));
  ok(
    'Metric("loss") == datetime(2026, 1, 2, 3, 4, 5, 60)',
    lossIs({ kind: 'Datetime', utc: '2026-01-02T03:04:05.000060Z' }),
  );
  ok('Metadata("t").between(datetime(2026, 1, 1), "2026-02-01")', {
    kind: 'Between',
    variable: { kind: 'Variable', variableKind: 'Metadata', name: 't' },
    low: { kind: 'Datetime', utc: '2026-01-01T00:00:00Z' },
    high: text('2026-02-01'),
  });
  ok('\n  (\tMetric("loss")\n  == 1 )\r\n', lossIs(number(1)));
});

describe('an invalid query is reported with position and remedy', () => {
  /** Asserts the first error. The `|` in `marked` delimit the text that it points at. */
  const fail = (marked: string, message: RegExp, remedy: RegExp, count = 1) => {
    const source = marked.replaceAll('¦', '');
    test(source || '(an empty text)', () => {
      const { errors } = parseQuery(source);
      const [first] = errors;
      assert.ok(first, 'no error');
      assert.match(first.message, message);
      assert.match(first.remedy ?? '', remedy);
      const pointed = `${source.slice(0, first.start)}¦${source.slice(first.start, first.end)}¦${source.slice(first.end)}`;
      assert.equal(pointed, marked);
      assert.equal(errors.length, count, errors.map((error) => caret(source, error)).join('\n'));
    });
  };

  for (const [marked, message, remedy, count] of invalidQueries) fail(marked, message, remedy, count);
});

test('all mistakes are reported, in the order of the text', () => {
  const source = 'Metric("a") = 1 & not Tag("b") or Parameter("c").has("x") & (Foo("d")';
  const { tree, errors } = parseQuery(source);
  assert.deepEqual(
    errors.map(({ start, end }) => source.slice(start, end)),
    ['Metric("a") = 1', '=', 'not', 'has', '(', 'Foo'],
  );
  assert.equal(tree?.kind, 'And');
});

test('positions span the nodes, parentheses of a term included', () => {
  const source = '~( Metric("loss") < 1 ) & Tag("a")';
  const { tree } = parseQuery(source);
  assert.ok(tree?.kind === 'And' && tree.terms[0]?.kind === 'Not' && tree.terms[0].term.kind === 'Comparison');
  const [not, tagged] = tree.terms;
  const written = (node: { start: number; end: number } | undefined) => source.slice(node?.start, node?.end);
  assert.equal(written(tree), source);
  assert.equal(written(not), '~( Metric("loss") < 1 )');
  assert.equal(written(tree.terms[0].term), 'Metric("loss") < 1');
  assert.equal(written(tree.terms[0].term.variable), 'Metric("loss")');
  assert.equal(written(tree.terms[0].term.value), '1');
  assert.equal(written(tagged), 'Tag("a")');
});

test('nodes are frozen', () => {
  const { tree } = parseQuery('Tag("a") & Tag("b")');
  assert.ok(tree?.kind === 'And');
  assert.ok(Object.isFrozen(tree) && Object.isFrozen(tree.terms) && Object.isFrozen(tree.terms[0]));
});

test('deep nesting is one error, not an exhausted stack', () => {
  for (const source of ['('.repeat(100_000), '~'.repeat(100_000), '~('.repeat(100_000)]) {
    const { errors } = parseQuery(source);
    assert.deepEqual(
      errors.map((error) => error.message),
      ['the query is nested deeper than 200 levels'],
    );
  }
});

describe('an invalid operator between comparisons is reported', () => {
  for (const [sign, remedy] of [
    ['||', /\| .* parentheses/],
    ['and', /& .* parentheses/],
    ['&&', /& .* parentheses/],
  ] as const) {
    test(sign, () => {
      const { errors } = parseQuery(`Metric("a") > 1 ${sign} Metric("b") < 2`);
      assert.deepEqual([errors.length, errors[0]?.start], [1, 16]);
      assert.match(errors[0]?.remedy ?? '', remedy);
    });
  }
});

test('the thrown error begins with the operation, ends with the remedy, and marks the position', () => {
  const source = 'Tag("a")\n  and Metric("b") = 1';
  assert.throws(
    () => parseQueryOrThrow(source),
    (error: unknown) => {
      assert.ok(error instanceof QuerySyntaxError && isQuerySyntaxError(error));
      assert.equal(
        error.message,
        "query: 'and' cannot be used in a query (line 2, column 3, and 1 more); write & between the tests, with each comparison in parentheses",
      );
      assert.equal(error.start, 11);
      assert.equal(error.end, 14);
      const [line, marker] = error.explain().split('\n');
      assert.equal(line, '  and Metric("b") = 1');
      assert.equal(
        marker,
        "  ^^^ 'and' cannot be used in a query; write & between the tests, with each comparison in parentheses",
      );
      return true;
    },
  );
});

test('the type guard recognizes errors of another frame', () => {
  assert.ok(isQuerySyntaxError(structuredClone({ brand: 'tracklens.QuerySyntaxError' })));
  for (const other of [null, undefined, 'query', new Error('query'), {}])
    assert.equal(isQuerySyntaxError(other), false);
});

test('a caret is below its character after tabs', () => {
  const source = '\tTag("a") / Tag("b")';
  const [error] = parseQuery(source).errors;
  assert.ok(error);
  assert.equal(caret(source, error).split('\n')[1]?.slice(0, 12), '\t         ^ ');
});
