import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../text/translate.ts';
import type { ExperimentRow } from './columns.ts';
import { tableAsCsv, tableAsText } from './table-text.ts';

const metadata = { experimentKey: 'a', experimentName: 'first\trun', startTimeMillis: 0 };
const details = {
  parameters: [{ name: 'lr', valueCurrent: '0.1' }],
  metrics: [{ name: 'loss', valueCurrent: '0.12345678901', valueMin: '0.1', valueMax: null }],
  tags: ['a', 'b'],
};
const metrics = new Map([['loss', { current: 0.12345678901, min: 0.1, max: 9 }]]);
const columns = ['name', 'parameter:lr', 'metric:loss', 'min:loss', 'max:loss', 'tag'];
const rowOf = (row: object) => ({ metadata, details: null, ...row }) as unknown as ExperimentRow;

test('a table as text has full values, without the tabs and line breaks of a value', () => {
  assert.deepEqual(tableAsText([rowOf({ details })], columns, english).split('\n'), [
    'Name\tlr\tloss\tloss min\tloss max\tTags',
    'first run\t0.1\t0.12345678901\t0.1\t\ta, b',
  ]);
});

test('a table as text has no cell that a spreadsheet runs as a formula', () => {
  const row = rowOf({ details: { ...details, tags: ['=HYPERLINK("http://x")'] } });
  assert.equal(tableAsText([row], ['tag'], english), 'Tags\n\'=HYPERLINK("http://x")');
});

test('the metrics of a row whose other details are not loaded are in the text and in the CSV', () => {
  const rows = [rowOf({ metrics })];
  assert.equal(tableAsText(rows, columns, english).split('\n')[1], 'first run\t\t0.12345678901\t0.1\t9\t');
  assert.match(tableAsCsv(rows, columns, english), /,0\.12345678901,0\.1,9,/);
});

test('a start that is no date is empty in the text', () => {
  const rows = [1e300, 1_700_000_000_000].map((startTimeMillis) =>
    rowOf({ metadata: { ...metadata, startTimeMillis } }),
  );
  assert.equal(tableAsText(rows, ['started'], english), 'Started\n\n2023-11-14T22:13:20.000Z');
});
