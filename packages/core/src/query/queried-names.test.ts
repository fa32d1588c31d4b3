import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queriedNames } from './queried-names.ts';

test('the variables of a query are listed once, in the order of the text', () => {
  const text =
    '(Metric("loss") < 1) & ~(Tag("a") | Parameter("lr").between(0, 1)); Metric("loss") > 0; Metric("acc") > 0';
  assert.deepEqual(queriedNames(text), [
    { kind: 'Metric', name: 'loss' },
    { kind: 'Parameter', name: 'lr' },
    { kind: 'Metric', name: 'acc' },
  ]);
});

test('an invalid query yields what could be parsed', () => {
  assert.deepEqual(queriedNames('(Metric("loss") < 1) & Parameter('), [{ kind: 'Metric', name: 'loss' }]);
  assert.deepEqual(queriedNames(''), []);
});
