import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '@tracklens/core/test-support/charts';
import { setLocale } from '../text/locale.ts';
import { hoverTable } from './hover-text.ts';
import { valuesAt } from './hover-value.ts';

test.beforeEach(() => setLocale('en-US'));

test('hover values are copied as rows of a table, also with a tab in a name', () => {
  const model = modelOf({ a: [1, 2] }, {}, { experiments: [{ key: 'a', label: 'one\ttwo' }] });
  assert.deepEqual(
    hoverTable(model, valuesAt(model, 1, model.xExtent))
      .split('\n')
      .map((row) => row.split('\t')),
    [
      ['experiment', 'key', 'loss', 'raw', 'step', 'epoch', 'time (UTC)', 'seconds'],
      ['one two', 'a', '2', '2', '1', '', '', ''],
    ],
  );
});
