import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ExperimentValues, matchesQuery } from './evaluate.ts';
import { parseQueryOrThrow } from './parse.ts';

const columns = [
  { name: 'loss', source: 'metrics', type: 'double' },
  { name: 'nan', source: 'metrics', type: 'double' },
  { name: 'inf', source: 'metrics', type: 'double' },
  { name: 'absent', source: 'metrics', type: 'double' },
  { name: 'mixed', source: 'params', type: 'string' },
  { name: 'layers', source: 'params', type: 'string' },
  { name: 'broken', source: 'params', type: 'string' },
  { name: 'shuffle', source: 'params', type: 'boolean' },
  { name: 'gone', source: 'params', type: 'string' },
  { name: 'note', source: 'log_other', type: 'string' },
  { name: 'blank', source: 'log_other', type: 'string' },
  { name: 'started', source: 'metadata', type: 'datetime' },
  { name: 'startedText', source: 'metadata', type: 'datetime' },
  { name: 'duration', source: 'metadata', type: 'timenumber' },
];

const experiment: ExperimentValues = {
  metrics: { loss: '0.50', nan: 'NaN', inf: 'Infinity' },
  parameters: { mixed: 'auto', layers: '3', broken: ' nan', shuffle: 'True', gone: null },
  others: { note: 'Größe ﬀ😀', blank: '' },
  metadata: { started: 1_767_323_045_250, startedText: '2026-01-02T03:04:05.250Z', duration: 61.5 },
  environment: {},
  tags: ['best', 'v1'],
};

const holds = (query: string, expected = true) =>
  test(`${query} ${expected ? 'holds' : 'does not hold'}`, () => {
    assert.equal(matchesQuery(parseQueryOrThrow(query), experiment, columns), expected);
  });
const fails = (query: string) => holds(query, false);
/** Asserts that neither the test nor its negation matches. */
const unknown = (query: string) => {
  fails(query);
  fails(`~(${query})`);
};

describe('numbers written as text are compared as numbers', () => {
  holds('Metric("loss") == 0.5');
  holds('Metric("loss") == "0.5"');
  holds('Metric("loss") <= 0.5');
  fails('Metric("loss") < 0.5');
  holds('Metric("loss").between(0.5, 1)');
  fails('Metric("loss").between(1, 0)');
  holds('~Metric("loss").between(1, 2)');
  holds('Metadata("duration") > 61');
  holds('Parameter("layers") > 2');
  fails('Parameter("layers") == "3.0"');
});

describe('a text in a numeric test differs from every number and has no order', () => {
  holds('Parameter("mixed") != 3');
  fails('Parameter("mixed") == 3');
  unknown('Parameter("mixed") < 3');
});

describe('NaN differs from every number and has no order; infinity is greater than every number', () => {
  holds('Metric("nan") != 1');
  holds('Metric("nan") != None');
  unknown('Metric("nan") < 1');
  unknown('Metric("nan").between(0, 1)');
  holds('Metric("inf") > 1e308');
  fails('Metric("inf") < 0');
  holds('Metric("nan") == float("nan")');
  holds('Metric("inf") == float("inf")');
  holds('Parameter("broken") == float("nan")');
  fails('Parameter("broken") == "nan"');
  unknown('Parameter("broken") > float("-inf")');
  holds('Parameter("layers") > float("-inf")');
  holds('Parameter("layers") < float("inf")');
  holds('Parameter("layers") != float("nan")');
  holds('Parameter("mixed") != float("inf")');
  unknown('Parameter("mixed") < float("inf")');
});

describe('an absent value is null, and no test about it holds', () => {
  for (const absent of ['Metric("absent")', 'Parameter("gone")']) {
    holds(`${absent} == None`);
    holds(`~(${absent} != None)`);
    fails(`${absent} != None`);
  }
  unknown('Metric("absent") < 1');
  unknown('Metric("absent") == 1');
  unknown('Metric("absent").between(0, 1)');
  unknown('Parameter("gone") == "x"');
  unknown('Parameter("gone") == ""');
  unknown('Parameter("gone").contains("")');
  unknown('Parameter("constructor") == "x"');
});

describe('an empty text is a value', () => {
  holds('Other("blank") == ""');
  holds('Other("blank") != None');
  fails('Other("blank") != ""');
  holds('Other("note") != ""');
  holds('~(Other("note") == "")');
});

describe('truth', () => {
  holds('Parameter("shuffle") == True');
  holds('Parameter("shuffle") != False');
  fails('Parameter("shuffle") == False');
});

describe('texts are compared exactly', () => {
  holds('Other("note").contains("öß")');
  fails('Other("note").contains("größe")');
  holds('Other("note").startswith("Gr")');
  holds('Other("note").endswith("😀")');
  holds('~Other("note").endswith("x")');
  holds('Other("note") > "Größe \\ufb00\\uffee"');
});

describe('tags are never unknown', () => {
  holds('Tag("best")');
  fails('Tag("Best")');
  holds('~Tag("worst")');
  fails('~Tag("v1")');
});

describe('datetimes are compared in UTC', () => {
  for (const field of ['Metadata("started")', 'Metadata("startedText")']) {
    holds(`${field} == "2026-01-02T03:04:05.250Z"`);
    holds(`${field} > datetime("2026-01-02T04:04:05+01:00")`);
    holds(`${field} < datetime(2026, 1, 2, 3, 4, 5, 250001)`);
    holds(`${field}.between("2026-01-02", datetime(2026, 1, 3))`);
    holds(`${field} == 1767323045250`);
  }
});

describe('unknown values are combined as in SQL', () => {
  fails('(Metric("absent") < 1) & Tag("best")');
  holds('~((Metric("absent") < 1) & Tag("worst"))');
  fails('~((Metric("absent") < 1) & Tag("best"))');
});

test('a test that the service would reject is unknown', () => {
  assert.equal(matchesQuery(parseQueryOrThrow('~Metric("loss").contains("0")'), experiment, columns), false);
});

test('without columns the type follows from the value', () => {
  assert.equal(matchesQuery(parseQueryOrThrow('Metric("loss") < 0.6'), experiment), true);
  assert.equal(matchesQuery(parseQueryOrThrow('Metadata("started") < datetime(2027, 1, 1)'), experiment), true);
});
