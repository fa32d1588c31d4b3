import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { isRestApiException, RestApiException } from '@tracklens/core/client';
import { readConfiguration } from '@tracklens/core/node';
import {
  checkAlternatives,
  compileQuery,
  completeAlternatives,
  describeQuery,
  isQuerySyntaxError,
  parseQuery,
  queryFixes,
} from '@tracklens/core/query';
import { tooLong } from '../../core/src/client/wire-body.ts';
import { checkedProxy, proxyFailure } from '../../core/src/node/proxy.ts';
import { configurationCases, pathsOf } from '../../core/src/test-support/configuration-case.ts';
import { invalidQueries, mistypedQueries, queryColumns } from '../../core/src/test-support/invalid-queries.ts';
import { composedText } from './composed-text.ts';

const readTexts = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../l10n/${file}`, import.meta.url), 'utf8'));

const coreSentences = Object.keys(readTexts('bundle.l10n.json')).filter((key) => key.endsWith('/core'));

/** Translation that names the sentence that a text was found to be, and its values. */
const matched = composedText(
  Object.fromEntries(
    coreSentences.map((sentence, index) => [
      sentence,
      `⟦${index}${(sentence.match(/%\d/g) ?? []).map((value) => ` ${value}`).join('')}⟧`,
    ]),
  ),
);

/** Columns of which several are similar. */
const columns = [
  ...queryColumns,
  { name: 'lrs', source: 'metrics', type: 'double' },
  { name: 'lrx', source: 'metrics', type: 'double' },
];

const cases = [
  ...[...invalidQueries, ...mistypedQueries].map(([marked]) => marked.replaceAll('¦', '')),
  // Limits, several queries in one text, names that were not logged, and corrections.
  ...['('.repeat(300), Array(60).fill('~(Tag("a") & Tag("b"))').join(' & '), 'Tag("a"); ; Tag("b")'],
  ...['Metric("los") < 1', 'Metric("optimizer") == 1', 'Other("vla_loss") == 1', 'Other("zzz") == 1'],
  ...['Metric("lr") < 1', 'Metric("lry") < 1', 'Parameter("lr") in (1, 2)', 'Metric("loss").between(1 2)'],
  ...['Parameter("shuffle") == False', 'Parameter("note").endswith("a")'],
];

/** Returns all texts that an editor shows for a query. */
function* shownTexts(text: string): Generator<string> {
  const { errors, unknown } = checkAlternatives(text, columns);
  for (const error of [...errors, ...unknown, ...parseQuery(text).errors]) {
    yield error.message;
    yield error.remedy!;
    for (const fix of queryFixes(text, error, columns)) yield fix.label;
  }
  for (let offset = 0; offset <= text.length; offset++) {
    const found = describeQuery(text, offset, columns);
    if (found) yield* [found.text, ...(found.note ? [found.note] : []), ...(found.type ? [found.type] : [])];
    // Details of names are their kind and type.
    for (const { detail } of completeAlternatives(text, offset, columns).items) if (!detail.includes('·')) yield detail;
  }
  try {
    compileQuery(text, columns);
  } catch (error) {
    if (!isQuerySyntaxError(error)) throw error;
    yield error.message;
  }
}

const words = [
  ...['Metric("loss")', 'Parameter("optimizer")', 'Metadata("start_server_timestamp")', 'Metadata("duration")'],
  ...[
    'Parameter("shuffle")',
    'Tag("a")',
    'Tag',
    'Metric',
    'metric',
    'Foo',
    '.between',
    '.contains',
    '.startsWith',
    '.x',
  ],
  ...['(', ')', ',', ';', '&', '|', '&&', '||', 'and', 'or', 'not', '~', '!', '==', '<', '=', '<>', 'is', 'in', '.'],
  ...['1', '0.5', '1e999', '"x"', '"x', '“', '[', '%', 'True', 'true', 'None', 'nan', 'loss', 'datetime', 'float'],
  ...['float("nan")', 'datetime("2026-01-02")', 'datetime(2026, 1)', '"soon"'],
];

/** Returns queries of random words, the same in each run. */
function* randomQueries(count: number): Generator<string> {
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  for (let index = 0; index < count; index++) {
    yield Array.from({ length: 1 + below(6) }, () => words[below(words.length)]).join(below(3) === 0 ? '' : ' ');
  }
}

/** English words that belong to a sentence, outside of quotes. */
const english = /\b(?:the|an?|of|it|to|with|such|before|between the|needs|takes|holds)\b/;
const isSentence = (text: string) => english.test(text.replaceAll(/"[^"]*"?|'[^']*'?/g, ''));

test('each text that an editor shows for a query is a sentence that is translated', () => {
  for (const query of [...cases, ...randomQueries(500)]) {
    for (const text of shownTexts(query)) {
      const found = matched(text);
      assert.match(found, /⟦\d+/, `“${text}” of the query ${query}`);
      const values = found.replaceAll(/⟦\d+|⟧/g, '');
      assert.ok(isSentence(query) || !isSentence(values), `the values of “${text}” contain a sentence: ${values}`);
    }
  }
});

/** Returns the reason and the remedy of each error of the configuration and of requests that an editor shows. */
async function clientTexts(t: TestContext): Promise<string[]> {
  const addresses = { own: 'http://127.0.0.1:4711', other: 'https://other.example' };
  const files = (await configurationCases(t, addresses)).map((one) => () => readConfiguration(pathsOf(one)));
  const proxy = checkedProxy('proxy.example:3128', 'HTTP_PROXY');
  const root = 'http://tracking.example';
  const failures = [
    ...files,
    ...(['ftp://a', 'not an address'] as const).map((address) => () => configuredBy('key', address)),
    () => configuredBy('line\nbreak', root),
    () => checkedProxy('ftp://example', 'HTTP_PROXY'),
    () => throwing(proxyFailure(requestFailure(root), { message: 'Proxy response (403) !== 200' }, { root, proxy })),
    () => throwing(proxyFailure(requestFailure(root), null, { root, proxy })),
    () => throwing(tooLong(1000)),
  ];
  return failures.flatMap((fail) => {
    try {
      fail();
      return [];
    } catch (error) {
      assert.ok(isRestApiException(error), String(error));
      return [error.reason, error.remedy];
    }
  });
}

const configuredBy = (key: string, address: string) =>
  readConfiguration({ workingFolder: null, env: { SERVICE_API_KEY: key, SERVICE_URL_OVERRIDE: address } });

const requestFailure = (root: string) =>
  RestApiException.of({ code: 'unreachable', reason: `${root} cannot be reached` });

function throwing(error: Error): never {
  throw error;
}

test('each sentence is a text of one of the cases, and each error of the configuration is translated', async (t) => {
  const ofClient = await clientTexts(t);
  for (const text of ofClient) assert.match(matched(text), /⟦\d+/, text);
  const texts = [...ofClient.map(matched), ...cases.flatMap((query) => [...shownTexts(query)].map(matched))];
  const found = new Set(texts.flatMap((text) => [...text.matchAll(/⟦(\d+)/g)].map(([, index]) => Number(index))));
  assert.deepEqual(
    coreSentences.filter((_, index) => !found.has(index)),
    [],
  );
});

// cspell:ignore Abfrage durch einer ersetzen kann kein nicht schreiben Spalte verwendet werden Zeile
test('the values of a text stay as they are, also where they look like a sentence', () => {
  const german = composedText(readTexts('bundle.l10n.de.json'));
  assert.equal(german("'=' is not an operator"), '„=“ ist kein Operator');
  assert.equal(german("'true' is not a value"), '„true“ ist kein Wert');
  assert.equal(german('write (Metric("a, %1") < 1)'), 'schreiben Sie (Metric("a, %1") < 1)');
  assert.equal(german('Replace = with =='), '= durch == ersetzen');
  assert.equal(
    german("query: 'and' cannot be used in a query (line 2, column 3); write == ."),
    'Abfrage: „and“ kann in einer Abfrage nicht verwendet werden (Zeile 2, Spalte 3); schreiben Sie == .',
  );
  assert.equal(german('no such sentence'), 'no such sentence');
  assert.equal(composedText({})('delete it'), 'delete it');
});
