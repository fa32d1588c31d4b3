/** Properties that hold for every query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlternatives } from './alternatives.ts';
import type * as ast from './ast.ts';
import * as build from './builder.ts';
import { completeQuery } from './complete.ts';
import { datetimeOfMillis } from './datetime.ts';
import { describeQuery } from './describe.ts';
import { caret } from './error-texts.ts';
import { type ExperimentValues, matches, matchesQuery } from './evaluate.ts';
import { queryFixes } from './fixes.ts';
import { formatQuery } from './format.ts';
import { parseQuery } from './parse.ts';
import { readPredicates } from './predicates.ts';
import { printQuery } from './print.ts';
import { withEdits } from './text-edits.ts';
import { conditionOf, planQuery } from './wire.ts';

const columns = [
  { name: 'n', source: 'metrics', type: 'double' },
  { name: 'n', source: 'params', type: 'double' },
  { name: 's', source: 'params', type: 'string' },
  { name: 's', source: 'log_other', type: 'string' },
  { name: 'b', source: 'env_details', type: 'boolean' },
  { name: 't', source: 'metadata', type: 'datetime' },
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', '"', '\\', "'", '\\n', '\n', '\ud800'),
);
const anyDate = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') });
const comparable = fc.oneof(anyText, fc.double(), fc.boolean(), fc.constant(null), anyDate);
const anyNumberOrInfinity = fc.double({ noNaN: true });
const ordered = fc.oneof(anyText, anyNumberOrInfinity, anyDate);

const anyVariable = fc
  .tuple(fc.constantFrom(build.Environment, build.Metric, build.Parameter, build.Other, build.Metadata), anyText)
  .map(([make, name]) => make(name));

/** Generates any query that the builder can create. */
const anyTest: fc.Arbitrary<build.Query> = fc.oneof(
  anyText.map(build.Tag),
  fc
    .tuple(anyVariable, fc.constantFrom('eq' as const, 'ne' as const), comparable)
    .map(([left, how, value]) => left[how](value)),
  fc
    .tuple(
      anyVariable,
      fc.constantFrom('lt' as const, 'le' as const, 'gt' as const, 'ge' as const),
      fc.oneof(ordered, fc.boolean()),
    )
    .map(([left, how, value]) => left[how](value)),
  fc.tuple(anyVariable, ordered, ordered).map(([left, low, high]) => left.between(low, high)),
  fc
    .tuple(anyVariable, fc.constantFrom('contains' as const, 'startsWith' as const, 'endsWith' as const), anyText)
    .map(([left, how, text]) => left[how](text)),
);

/** Combines and negates tests up to a maximum depth. */
function joined(tests: fc.Arbitrary<build.Query>): fc.Arbitrary<build.Query> {
  return fc.letrec<{ query: build.Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 4 },
      tests,
      tie('query').map((query) => query.not()),
      fc
        .tuple(fc.constantFrom(build.and, build.or), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
        .map(([join, [first, ...others]]) => join(first!, ...others)),
    ),
  })).query;
}

function shape(tree: ast.QueryTree | null): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'start' || key === 'end') return undefined;
    return typeof value === 'number' ? String(value) : value;
  });
}

/** Generates texts that are nearly queries. They find more errors than random text. */
const nearQuery = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'( ) & ~ | . , == < >= = ! Metric( Metric("a") Tag("b") .between( .contains("x") and or not is in'.split(
          ' ',
        ),
      ),
      fc.constantFrom(' ', '\n', '"', "'", '\\', '1e999', '-3', 'datetime(', 'None', 'Tag', '“', '\ud83d', '😀'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('parsing never throws, and every error is within the text', () => {
  fc.assert(
    fc.property(fc.oneof(nearQuery, fc.string({ unit: 'binary' })), (source) => {
      const { tree, errors } = parseQuery(source);
      assert.ok(tree !== null || errors.length > 0);
      for (const error of errors) {
        assert.ok(0 <= error.start && error.start <= error.end && error.end <= source.length);
        assert.ok(error.message !== '' && error.remedy !== '');
        caret(source, error);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a text without errors is read the same when printed', () => {
  fc.assert(
    fc.property(nearQuery, (source) => {
      const { tree, errors } = parseQuery(source);
      if (errors.length > 0 || !tree) return;
      assert.equal(shape(parseQuery(printQuery(tree)).tree), shape(tree));
    }),
    { numRuns: 3000 },
  );
});

test('a formatted query means the same, and formatting it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(nearQuery, joined(anyTest).map(String)), (source) => {
      const formatted = formatQuery(source);
      const { tree, errors } = parseQuery(source);
      if (errors.length === 0) assert.equal(shape(parseQuery(formatted).tree), shape(tree));
      assert.equal(formatQuery(formatted), formatted);
    }),
    { numRuns: 1000 },
  );
});

test('each correction of an error removes it and causes no other error', () => {
  let corrections = 0;
  fc.assert(
    fc.property(nearQuery, (source) => {
      const { errors } = checkAlternatives(source);
      for (const error of errors.slice(0, 2)) {
        for (const fix of queryFixes(source, error)) {
          corrections += 1;
          const after = checkAlternatives(withEdits(source, [fix])).errors.map(({ message }) => message);
          const known = errors.map(({ message }) => message);
          assert.ok(after.every((message) => known.includes(message)));
          const count = (messages: string[]) => messages.filter((message) => message === error.message).length;
          assert.ok(after.length < known.length || count(after) <= count(known));
        }
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(corrections > 50, `${corrections} corrections`);
});

test('a description is of what is at the offset', () => {
  fc.assert(
    fc.property(nearQuery, fc.nat(60), (source, offset) => {
      const found = describeQuery(source, offset, columns);
      assert.ok(found === null || (found.start <= offset && offset < found.end && found.end <= source.length));
    }),
    { numRuns: 1000 },
  );
});

test('the parser reads the text of a built query as the same query', () => {
  fc.assert(
    fc.property(joined(anyTest), (query) => {
      const { tree, errors } = parseQuery(String(query));
      assert.deepEqual(errors, []);
      assert.equal(shape(tree), shape(query.tree));
    }),
    { numRuns: 1000 },
  );
});

test('completion never throws, and what it replaces is at the cursor', () => {
  fc.assert(
    fc.property(nearQuery, fc.nat(60), (source, offset) => {
      const { from, to } = completeQuery(source, offset, columns);
      const cursor = Math.min(offset, source.length);
      assert.ok(from <= cursor && cursor <= to && to <= source.length);
    }),
    { numRuns: 2000 },
  );
});

const smallNumber = fc.constantFrom(-1, 0, 0.5, 1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
const smallText = fc.constantFrom('', 'a', 'ab', 'b', '0.5');
const smallDate = fc.constantFrom(0, 1_000, 1_767_323_045_250).map((millis) => new Date(millis));

/** Generates queries that are valid for the columns. They use few values, so that tests often match. */
const fittingTest: fc.Arbitrary<build.Query> = fc.oneof(
  fc.constantFrom('a', 'b').map(build.Tag),
  operators(
    fc.constantFrom(build.Metric('n'), build.Parameter('n'), build.Parameter('s'), build.Other('s')),
    smallNumber,
  ),
  operators(
    fc.constantFrom(build.Parameter('s'), build.Other('s')),
    smallText.filter((text) => text !== ''),
  ),
  operators(fc.constant(build.Metadata('t')), smallDate),
  fc
    .tuple(fc.constantFrom(build.Metric('n'), build.Parameter('n')), smallNumber, smallNumber)
    .map(([v, a, b]) => v.between(a, b)),
  fc
    .tuple(fc.constantFrom('contains' as const, 'startsWith' as const, 'endsWith' as const), smallText)
    .map(([how, text]) => build.Other('s')[how](text)),
  fc
    .constantFrom(build.Metric('n'), build.Parameter('s'), build.Environment('b'))
    .chain((left) =>
      fc.constantFrom(
        left.isNull(),
        left.isNotNull(),
        left.isEmpty(),
        left.isNotEmpty(),
        left.isTrue(),
        left.isFalse(),
      ),
    ),
);

function operators(
  left: fc.Arbitrary<build.QueryVariable>,
  value: fc.Arbitrary<build.Ordered>,
): fc.Arbitrary<build.Query> {
  const names = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
  return fc.tuple(left, fc.constantFrom(...names), value).map(([variable, how, given]) => variable[how](given));
}

const logged = fc.constantFrom(null, '', 'a', 'ab', '-1', '0', '0.50', '1', 'NaN', 'Infinity', 'True', 'false');
const anyExperiment: fc.Arbitrary<ExperimentValues> = fc.record({
  metrics: fc.record({ n: logged }, { requiredKeys: [] }),
  parameters: fc.record({ n: logged, s: logged }, { requiredKeys: [] }),
  others: fc.record({ s: logged }, { requiredKeys: [] }),
  metadata: fc.record(
    { t: fc.constantFrom(null, 0, 1_000, '1970-01-01T00:00:01Z', 1_767_323_045_250) },
    { requiredKeys: [] },
  ),
  environment: fc.record({ b: logged }, { requiredKeys: [] }),
  tags: fc.subarray(['a', 'b']),
});

test('the union of the calls is equivalent to the query, as sent and as received', () => {
  let several = 0;
  let matched = 0;
  fc.assert(
    fc.property(
      joined(fittingTest),
      fc.array(anyExperiment, { minLength: 4, maxLength: 4 }),
      ({ tree }, experiments) => {
        const { conjunctions, errors } = planQuery(tree, columns);
        if (errors.length > 0) {
          assert.match(errors[0]!.message, /more than 32 alternatives/);
          return;
        }
        if (conjunctions.length > 1) several += 1;
        const sent = conditionOf(conjunctions);
        const received = (JSON.parse(JSON.stringify(conjunctions)) as unknown[]).map((predicates) => {
          const result = readPredicates(predicates);
          assert.ok(result.ok);
          return result.condition;
        });
        for (const experiment of experiments) {
          const meant = matchesQuery(tree, experiment, columns);
          if (meant) matched += 1;
          assert.equal(matches(sent, experiment), meant);
          assert.equal(
            received.some((condition) => matches(condition, experiment)),
            meant,
          );
        }
      },
    ),
    { numRuns: 3000 },
  );
  // The property is only meaningful if it covers unions and matches.
  assert.ok(several > 300 && matched > 1000, `${several} unions, ${matched} matches`);
});

test('inverting twice changes nothing, and never do both a query and its inverse hold', () => {
  fc.assert(
    fc.property(joined(fittingTest), anyExperiment, (query, experiment) => {
      const holds = matchesQuery(query.tree, experiment, columns);
      assert.equal(matchesQuery(query.not().not().tree, experiment, columns), holds);
      assert.ok(!(holds && matchesQuery(query.not().tree, experiment, columns)));
    }),
    { numRuns: 1000 },
  );
});

test('a Date is exact to the millisecond', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const utc = datetimeOfMillis(date.getTime());
      assert.equal(Date.parse(utc ?? ''), date.getTime());
    }),
  );
});
