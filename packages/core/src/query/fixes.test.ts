import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAlternatives } from './alternatives.ts';
import { fixedQuery, queryFixes } from './fixes.ts';
import { withEdits } from './text-edits.ts';

const columns = [
  { name: 'loss', source: 'metrics', type: 'double' },
  { name: 'val/loss', source: 'metrics', type: 'double' },
  { name: 'lr', source: 'params', type: 'double' },
  { name: 'optimizer', source: 'params', type: 'string' },
  { name: 'amp', source: 'params', type: 'boolean' },
  { name: 'start_server_timestamp', source: 'metadata', type: 'datetime' },
];

/** Returns the texts after each correction of the first error, or else of the first unknown name. */
function corrected(text: string): string[] {
  const { errors, unknown } = checkAlternatives(text, columns);
  const [first] = [...errors, ...unknown];
  assert.ok(first, `${text} has no error`);
  return queryFixes(text, first, columns).map((fix) => withEdits(text, [fix]));
}

describe('each error that has a remedy has a correction', () => {
  const fixes = (text: string, ...expected: string[]) =>
    test(text, () => assert.deepEqual(corrected(text).slice(0, expected.length), expected));

  fixes('Metric("loss") = 0.5', 'Metric("loss") == 0.5');
  fixes('Metric("loss") <> 0.5', 'Metric("loss") != 0.5');
  fixes('Metric("loss") => 0.5', 'Metric("loss") >= 0.5');
  fixes('Metric("loss") =< 0.5', 'Metric("loss") <= 0.5');
  fixes('Metric("loss") !== 0.5', 'Metric("loss") != 0.5');
  fixes('Metric("loss") ≤ 0.5', 'Metric("loss") <= 0.5');
  fixes('Metric("loss") is not None', 'Metric("loss") != None');
  fixes('Metric("loss") < None', 'Metric("loss") == None', 'Metric("loss") != None');
  fixes('0.5 > Metric("loss")', 'Metric("loss") < 0.5');
  fixes('0.1 < Metric("loss") <= 0.5', '(Metric("loss") > 0.1) & (Metric("loss") <= 0.5)');
  fixes('~(0.1 < Metric("lr") < 1)', '~((Metric("lr") > 0.1) & (Metric("lr") < 1))');
  fixes('Metric("loss")', 'Metric("loss") != None');

  fixes('Metric("loss") < 1 and Tag("a")', '(Metric("loss") < 1) & Tag("a")');
  fixes('Tag("a") || Metric("loss") < 1', 'Tag("a") | (Metric("loss") < 1)');
  fixes('Tag("a") AND Tag("b")', 'Tag("a") & Tag("b")');
  fixes('not Metric("loss") < 1', '~(Metric("loss") < 1)');
  fixes('! Tag("a")', '~Tag("a")');
  fixes('Tag("a") Tag("b")', 'Tag("a") & Tag("b")');
  fixes('Tag("a") & & Tag("b")', 'Tag("a") & Tag("b")');
  fixes('Tag("a") &', 'Tag("a")');
  fixes('Tag("a");; Tag("b")', 'Tag("a");Tag("b")');
  fixes('Tag("a") $ & Tag("b")', 'Tag("a") & Tag("b")');

  fixes('Metric("loss") < 1 & Tag("a")', '(Metric("loss") < 1) & Tag("a")');
  fixes('(Metric("loss") < 1', '(Metric("loss") < 1)');
  fixes('(Metric("loss") < 1 & Tag("a")', '(Metric("loss") < 1) & Tag("a")');
  fixes('Metric("loss") < 1)', 'Metric("loss") < 1');
  fixes('Metric("loss" < 1', 'Metric("loss") < 1');

  fixes('Metric(loss) < 1', 'Metric("loss") < 1');
  fixes('Metric(val/loss) < 1', 'Metric("val/loss") < 1');
  fixes('Metric("loss < 1', 'Metric("loss") < 1');
  fixes('Metric("loss) < 1', 'Metric("loss") < 1');
  fixes('Metric(“loss”) < 1', 'Metric("loss") < 1');
  fixes('Parameter("optimizer") == adam', 'Parameter("optimizer") == "adam"');
  fixes('Parameter("optimizer") == "adam', 'Parameter("optimizer") == "adam"');
  fixes('Metric("loss") == nan', 'Metric("loss") == float("nan")');
  fixes('Parameter("amp") == true', 'Parameter("amp") == True');
  fixes('Metadata("t") > datetime(2026-01-02)', 'Metadata("t") > datetime("2026-01-02")');

  fixes('metric("loss") < 1', 'Metric("loss") < 1');
  fixes('Metrics("loss") < 1', 'Metric("loss") < 1');
  fixes('loss < 1', 'Metric("loss") < 1');
  fixes('metrics.loss < 1', 'Metric("loss") < 1');
  fixes('params.lr = 1', 'Parameter("lr") == 1');
  fixes('Metric.loss < 1', 'Metric("loss") < 1');
  fixes('Metric["loss"] < 1', 'Metric("loss") < 1');
  fixes('Metric("los") < 1', 'Metric("loss") < 1');
  fixes('Parameter("loss") < 1', 'Metric("loss") < 1');
  fixes('Tag("a") == True', 'Tag("a")');
  fixes('Tag("a") != True & Tag("b")', '~Tag("a") & Tag("b")');
  fixes('Tag("a") == True; Tag("b")', 'Tag("a"); Tag("b")');
  fixes('Tag("a").contains("b")', 'Tag("a")');

  fixes('Parameter("optimizer").startsWith("a")', 'Parameter("optimizer").startswith("a")');
  fixes('Parameter("optimizer").contain("a")', 'Parameter("optimizer").contains("a")');
  fixes('Parameter("lr").between(1 2)', 'Parameter("lr").between(1, 2)');
  fixes('"ad" in Parameter("optimizer")', 'Parameter("optimizer").contains("ad")');
  fixes(
    'Parameter("optimizer") in ["adam", "sgd"]',
    '(Parameter("optimizer") == "adam") | (Parameter("optimizer") == "sgd")',
  );
  fixes('Tag("a") & Parameter("lr") not in (1, 2)', 'Tag("a") & ((Parameter("lr") != 1) & (Parameter("lr") != 2))');
  fixes('Parameter("lr").contains("1")', '(Parameter("lr") == "1")');
  fixes('Parameter("optimizer").between(1, 2)', '(Parameter("optimizer") >= 1) & (Parameter("optimizer") <= 2)');
  fixes('Parameter("amp") == "yes"', 'Parameter("amp") == True', 'Parameter("amp") == False');
});

describe('a corrected comparison of a tag keeps what it looks for', () => {
  const corrections = {
    'Tag("a")': [
      '== True',
      '== "yes"',
      '== "and"',
      '== "not"',
      '== "resnet 0 v"',
      '!= False',
      '!= None',
      '!== null',
      'is not None',
      'IS NOT NULL',
    ],
    '~Tag("a")': ['!= True', '!= "yes"', '== False', "== 'false'", '== 0', '== None', '== null', 'is None', '= None'],
  };
  for (const [expected, comparisons] of Object.entries(corrections)) {
    for (const text of comparisons.map((comparison) => `Tag("a") ${comparison}`)) {
      test(text, () => assert.equal(fixedQuery(text), expected));
    }
  }
});

describe('a corrected operator keeps the order in which Python evaluates it', () => {
  const fixes = (text: string, expected: string) => test(text, () => assert.equal(fixedQuery(text), expected));

  fixes('not Tag("a") | Tag("b")', '~(Tag("a") | Tag("b"))');
  fixes('not Tag("a") & Tag("b") or Tag("c")', '~(Tag("a") & Tag("b")) or Tag("c")');
  fixes('not (Tag("a") | Tag("b"))', '~(Tag("a") | Tag("b"))');
  fixes('not Tag("a") and Tag("b")', '~Tag("a") & Tag("b")');
  fixes('not Tag("a"); Tag("b") | Tag("c")', '~Tag("a"); Tag("b") | Tag("c")');
  fixes('not Metric("loss") < 1 | Tag("a")', '~((Metric("loss") < 1) | Tag("a"))');
  fixes('Tag("a") | Tag("b") and Tag("c")', '(Tag("a") | Tag("b")) & Tag("c")');
  fixes('Tag("a") and Tag("b") | Tag("c")', 'Tag("a") & (Tag("b") | Tag("c"))');
  fixes('Tag("a") | Tag("b")and(Tag("c")) | Tag("d")', '(Tag("a") | Tag("b"))&((Tag("c")) | Tag("d"))');
  fixes('(Tag("a") | Tag("b") && Tag("c"))', '((Tag("a") | Tag("b")) & Tag("c"))');
  fixes('Tag("a") and not Tag("b") | Tag("c")', 'Tag("a") & ~(Tag("b") | Tag("c"))');
  fixes('not Tag("a") | Tag("b") and Tag("c")', '~(Tag("a") | Tag("b")) & Tag("c")');
  fixes('Tag("a") or Tag("b") and Tag("c")', 'Tag("a") or Tag("b") & Tag("c")');
  fixes('Tag("a") & Tag("b") and Tag("c")', 'Tag("a") & Tag("b") & Tag("c")');

  test('in whatever order the operators are corrected', () => {
    const text = 'not Tag("a") and Tag("b")';
    const [, error] = checkAlternatives(text).errors;
    const [fix] = queryFixes(text, error!);
    assert.equal(withEdits(text, [fix!]), '(not Tag("a")) & Tag("b")');
  });
});

test('a correction is the smallest edit of the text, with a label', () => {
  const text = 'Metric("loss") < 1 and Metric("lr") > 2';
  const [error] = checkAlternatives(text).errors;
  const [fix] = queryFixes(text, error!);
  assert.deepEqual(fix, {
    ...{ label: 'Replace and with &', start: 0, end: text.length },
    insert: '(Metric("loss") < 1) & (Metric("lr") > 2)',
  });
});

test('without columns a bare name becomes a metric or a parameter', () => {
  const text = 'speed > 3';
  const [error] = checkAlternatives(text).errors;
  const labels = queryFixes(text, error!).map(({ label }) => label);
  assert.deepEqual(labels, ['Change to Metric("speed")', 'Change to Parameter("speed")']);
});

test('all errors of a text are corrected, and names stay as they are', () => {
  assert.equal(fixedQuery('metric(loss) = 1 and not tag("a")', columns), '(Metric("loss") == 1) & ~Tag("a")');
  assert.equal(fixedQuery('Metric("los") < 1', columns), 'Metric("los") < 1');
});

test('a million spaces after a kind do not delay its corrections', () => {
  const text = `Metric${' '.repeat(1_000_000)}!`;
  const [error] = checkAlternatives(text).errors;
  assert.deepEqual(queryFixes(text, error!), []);
});

test('errors that only the user can correct have no correction', () => {
  for (const text of ['Metric("loss") <', 'Metric("loss") < "abc"', 'Tag("a") & ()'])
    assert.deepEqual(corrected(text), []);
});
