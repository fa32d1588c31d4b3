import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownSummaries, summariesAsText } from './summary-rows.ts';

const rows = [
  { name: 'val/loss', valueCurrent: '0.5', stepCurrent: 3 },
  { name: 'acc', valueCurrent: 'NaN', stepCurrent: null },
  { name: 'loss', valueCurrent: '1e-7', stepCurrent: 10 },
  { name: 'note', valueCurrent: 'text', stepCurrent: 1 },
];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('values are ordered as numbers, texts after them, NaN last in both directions', () => {
  assert.deepEqual(names(shownSummaries(rows, '', { column: 'last', descending: false })), [
    'loss',
    'val/loss',
    'note',
    'acc',
  ]);
  assert.deepEqual(names(shownSummaries(rows, '', { column: 'last', descending: true })), [
    'note',
    'val/loss',
    'loss',
    'acc',
  ]);
});

test('values without a step are last', () => {
  assert.equal(names(shownSummaries(rows, '', { column: 'step', descending: true })).at(-1), 'acc');
});

test('a search matches names and values', () => {
  assert.deepEqual(names(shownSummaries(rows, 'LOSS', { column: 'name', descending: false })), ['loss', 'val/loss']);
  assert.deepEqual(names(shownSummaries(rows, 'nan', { column: 'name', descending: false })), ['acc']);
});

test('copied text has full values and separate cells', () => {
  assert.equal(
    summariesAsText([{ name: 'a\tb\nc', valueCurrent: '0.30000000000000004' }], ['name', 'last']),
    'name\tlast\na b c\t0.30000000000000004',
  );
});

test('metrics are in the order of all views: losses and scores first, those of the machine last', () => {
  const metrics = ['accuracy', 'batch', 'sys.cpu.percent', 'val_loss', 'loss'].map((name) => ({
    name,
    valueCurrent: '1',
  }));
  const sorted = shownSummaries(metrics, '', { column: 'metric-order', descending: false });
  assert.deepEqual(names(sorted), ['accuracy', 'loss', 'val_loss', 'batch', 'sys.cpu.percent']);
});
