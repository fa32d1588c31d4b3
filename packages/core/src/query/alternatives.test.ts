import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  compileAlternatives,
  completeAlternatives,
  parseAlternatives,
  parseAlternativesOrThrow,
} from './alternatives.ts';
import { QuerySyntaxError } from './errors.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

const columns = [
  { name: 'loss', source: 'metrics', type: 'double' },
  { name: 'a;b', source: 'params', type: 'string' },
  { name: 'x', source: 'tag', type: 'string' },
];

describe('queries separated by ;', () => {
  const cases: [string, string[]][] = [
    ['Tag("x")', ['Tag("x")']],
    ['Tag("x"); Metric("loss") < 1', ['Tag("x")', '(Metric("loss") < 1)']],
    ['Tag("x")\n;\n~Tag("y") & Tag("z");\n', ['Tag("x")', '~Tag("y") & Tag("z")']],
    ['Parameter("a;b") == ";" ; Tag(\'\\\';\')', ['(Parameter("a;b") == ";")', 'Tag("\';")']],
  ];
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => assert.deepEqual(parseAlternativesOrThrow(text).map(printQuery), expected));
  }
});

describe('errors have their position in the whole text', () => {
  const cases: [string, RegExp, number][] = [
    ['', /query is empty/, 0],
    [';', /no query before this ;/, 0],
    ['Tag("x");; Tag("y")', /no query before this ;/, 9],
    ['Tag("x"); Metric("loss") = 1', /'=' is not an operator/, 25],
    ['Tag("x");\n Tag("y") and Tag("z")', /'and' cannot be used/, 20],
    ['Tag("x; Tag(y)', /no closing quote/, 4],
  ];
  for (const [text, message, start] of cases) {
    test(JSON.stringify(text), () => {
      const { errors } = parseAlternatives(text);
      assert.ok(
        errors.some((error) => message.test(error.message) && error.start === start),
        JSON.stringify(errors),
      );
    });
  }
});

test('a single query rejects ; and names the functions that accept it', () => {
  const [error] = parseQuery('Tag("x"); Tag("y")').errors;
  assert.match(`${error?.message} ${error?.remedy}`, /;.*queryAny/);
  assert.equal(error?.start, 8);
});

test('each call is made once, and none for a name that no experiment has', () => {
  const calls = compileAlternatives('Tag("x"); Metric("loss") < 1; Tag("x")', columns);
  assert.deepEqual(
    calls.map(([predicate]) => predicate?.source),
    ['tag', 'metrics'],
  );
  assert.equal(compileAlternatives('Tag("x"); Metric("lost") < 1', columns).length, 1);
  assert.throws(
    () => compileAlternatives('Tag("x"); Metric("loss") < "low"', columns),
    (error) => error instanceof QuerySyntaxError && error.start === 27,
  );
});

describe('completion works in the query of the cursor', () => {
  const labels = (text: string, at = text.length) =>
    completeAlternatives(text, at, columns).items.map(({ label }) => label);
  test('at the start of each', () => {
    assert.ok(labels('Tag("x"); ').includes('Metric'));
    assert.ok(labels('; Tag("x")', 0).includes('Metric'));
  });
  test('of names, in place', () => {
    const text = 'Tag("x"); Metric("lo';
    assert.deepEqual(labels(text), ['loss']);
    assert.equal(completeAlternatives(text, text.length, columns).from, 18);
  });
  test('of ; itself, after a complete query', () => {
    assert.ok(labels('Tag("x") ').includes(';'));
    assert.ok(!labels('(Tag("x") ').includes(';'));
    assert.ok(!labels('Metric("loss") ').includes(';'));
  });
});

test('reading and completing never throw, and every position is within the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(';', '"', "'", '\\', '\n', 'Tag("x")', 'Metric("loss") < 1', '&', '~', '('),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(80), (pieces, offset) => {
      const text = pieces.join('');
      const { alternatives, errors } = parseAlternatives(text);
      for (const { start, end } of [...alternatives, ...errors]) {
        assert.ok(0 <= start && start <= end && end <= text.length);
      }
      const { from, to } = completeAlternatives(text, offset, columns);
      const cursor = Math.min(offset, text.length);
      assert.ok(from <= cursor && cursor <= to && to <= text.length);
    }),
    { numRuns: 1000 },
  );
});

test('a text with very many queries or invalid characters is read in linear time', () => {
  for (const [sign, count] of [
    [';', 100_000],
    ['Tag("x");', 20_000],
    [')', 50_000],
  ] as const) {
    const started = performance.now();
    parseAlternatives(sign.repeat(count));
    const took = performance.now() - started;
    assert.ok(took < 5000, `${count} times ${sign}: ${Math.round(took)} ms`);
  }
});
