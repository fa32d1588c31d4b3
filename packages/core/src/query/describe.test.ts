import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeQuery } from './describe.ts';
import { parseQuery } from './parse.ts';

const text = '(Metric("loss") < 0.5) & ~Tag("a") & Parameter("optimizer").contains("ad")';
const columns = [
  { name: 'loss', source: 'metrics', type: 'double' },
  { name: 'optimizers', source: 'params', type: 'string' },
];
const at = (part: string) => describeQuery(text, text.indexOf(part), columns);

test('a name is described with its kind and type, and an example of that type', () => {
  assert.deepEqual(at('"loss"'), {
    ...{ start: 1, end: 15, code: 'Metric("loss")', text: 'current value of a metric', type: 'number' },
    example: 'Metric("loss") < 0.5',
  });
  assert.equal(at('Metric')?.code, 'Metric("loss")');
});

test('an unknown name is described with similar ones; without columns nothing is said of it', () => {
  const found = at('optimizer');
  assert.equal(found?.note, 'No experiment of the project has it. Similar: Parameter("optimizers").');
  assert.equal(describeQuery(text, text.indexOf('optimizer'))?.note, undefined);
});

test('a type that only another service has is described by its name, with a valid example', () => {
  const found = describeQuery('Other("seed")', 0, [{ name: 'seed', source: 'log_other', type: 'uuid' }]);
  assert.deepEqual([found?.type, found?.example], ['uuid', 'Other("seed") == "text"']);
});

test('operators, methods and tags are described; values and spaces are not', () => {
  assert.equal(at('<')?.text, 'less than');
  assert.equal(at('~')?.text, 'not: the opposite of the next test');
  assert.equal(at('contains')?.text, 'the text has a part');
  assert.equal(at('"a"')?.code, 'Tag("a")');
  assert.equal(at('0.5'), null);
  assert.equal(at('"ad"'), null);
  assert.equal(at(' '), null);
  assert.equal(describeQuery(text, text.length), null);
  assert.equal(describeQuery('constructor', 3), null);
});

test('each example is a valid query', () => {
  const words =
    '== <= >= != < > contains startswith endswith between & | or ~ None True False datetime float Tag Metric';
  for (const word of `${words} Parameter Other Metadata Environment`.split(' ')) {
    const found = describeQuery(word, 0);
    assert.deepEqual(parseQuery(found!.example).errors, [], word);
  }
});
