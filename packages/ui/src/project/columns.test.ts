import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLocale } from '../text/locale.ts';
import { english } from '../text/translate.ts';
import {
  arrangedColumns,
  automaticColumns,
  availableColumns,
  movedColumn,
  queriedColumns,
  withQueriedColumns,
} from './column-choice.ts';
import { cellKnown, cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { foundRows, sortedRows } from './row-order.ts';

function row(
  name: string,
  parameters: Record<string, string> = {},
  metrics: Record<string, [last: string, min: string, max: string]> = {},
  tags: string[] = [],
): ExperimentRow {
  return {
    metadata: {
      experimentKey: `key${name}`,
      experimentName: name,
      workspaceName: 'w',
      projectName: 'p',
      startTimeMillis: 1,
    },
    details: {
      tags,
      parameters: Object.entries(parameters).map(([key, valueCurrent]) => ({ name: key, valueCurrent })),
      metrics: Object.entries(metrics).map(([key, [valueCurrent, valueMin, valueMax]]) => ({
        name: key,
        valueCurrent,
        valueMin,
        valueMax,
      })),
    },
  };
}
const names = (rows: readonly ExperimentRow[]) => rows.map(({ metadata }) => metadata.experimentName);

test('parameters that differ become columns, those that are all equal do not', () => {
  const rows = [
    row('a', { lr: '0.1', seed: '1', optimizer: 'sgd' }),
    row('b', { lr: '0.2', seed: '1', optimizer: 'sgd' }),
  ];
  assert.deepEqual(
    automaticColumns(rows).filter((id) => id.startsWith('parameter:')),
    ['parameter:lr'],
  );
});

test('chosen columns come before those that only differ', () => {
  const rows = ['1', '2'].map((value) => row(value, { curr_epoch: value, data_path: value, lr: value, width: value }));
  assert.deepEqual(
    automaticColumns(rows).filter((id) => id.startsWith('parameter:')),
    ['parameter:lr', 'parameter:width', 'parameter:curr_epoch', 'parameter:data_path'],
  );
});

test('values of a random search come before the progress of its runs', () => {
  const rows = Array.from({ length: 12 }, (_, at) =>
    row(`${at}`, { curr_step: `${at % 3}`, lr: `0.${at + 1}`, layers: `${at % 4}` }),
  );
  assert.deepEqual(
    automaticColumns(rows).filter((id) => id.startsWith('parameter:')),
    ['parameter:layers', 'parameter:lr', 'parameter:curr_step'],
  );
});

test('a parameter that only some experiments have distinguishes them', () => {
  assert.ok(automaticColumns([row('a', { lr: '1' }), row('b', {})]).includes('parameter:lr'));
});

test('validation losses and scores are first, with their best value; system metrics are left out', () => {
  const metrics = {
    'sys.cpu': ['1', '1', '1'],
    'process duration': ['1', '1', '1'],
    time: ['1', '1', '1'],
    loss: ['1', '1', '1'],
    val_acc: ['1', '1', '1'],
  } as const;
  const ids = automaticColumns([row('a', {}, metrics as never)]).filter(
    (id) => !/^(state|tag|started|duration)$/.test(id),
  );
  assert.deepEqual(ids, ['metric:val_acc', 'max:val_acc', 'metric:loss', 'min:loss', 'metric:time']);
});

test('a metric has a column for its last, lowest and highest value, and for its trend', () => {
  const one = row('a', {}, { loss: ['0.30000000000000004', '0.1', 'Infinity'] });
  assert.deepEqual(
    ['metric:loss', 'min:loss', 'max:loss'].map((id) => cellOf(one, id).text),
    ['0.3', '0.1', '∞'],
  );
  assert.deepEqual(availableColumns([one]).slice(-4), ['metric:loss', 'min:loss', 'max:loss', 'spark:loss']);
  assert.equal(columnTitle('min:loss', english), 'loss min');
});

test('a name with a colon is not split', () => {
  assert.equal(cellOf(row('a', { 'x:y': '5' }), 'parameter:x:y').text, '5');
});

test('parameters are shown as logged, metrics with six digits', () => {
  for (const text of ['3.10', '1234567890123', '0.30000000000000004', 'True', ''])
    assert.equal(cellOf(row('a', { lr: text }), 'parameter:lr').text, text);
  assert.equal(cellOf(row('a', {}, { loss: ['0.30000000000000004', '0', '1'] }), 'metric:loss').text, '0.3');
});

test('numbers are sorted numerically, NaN and absent values last in both directions', () => {
  const rows = [
    row('nan', { lr: 'NaN' }),
    row('ten', { lr: '10' }),
    row('none'),
    row('nine', { lr: '9' }),
    row('word', { lr: 'auto' }),
  ];
  assert.deepEqual(names(sortedRows(rows, { column: 'parameter:lr', descending: false })), [
    'nine',
    'ten',
    'word',
    'nan',
    'none',
  ]);
  assert.deepEqual(names(sortedRows(rows, { column: 'parameter:lr', descending: true })), [
    'word',
    'ten',
    'nine',
    'nan',
    'none',
  ]);
});

test('a search matches names, tags and visible columns, and requires each word', () => {
  const rows = [row('mlp', { lr: '0.1' }, {}, ['baseline']), row('cnn', { lr: '0.1' })];
  assert.deepEqual(names(foundRows(rows, 'BASE mlp', [])), ['mlp']);
  assert.deepEqual(names(foundRows(rows, '0.1', [])), []);
  assert.deepEqual(names(foundRows(rows, '0.1', ['parameter:lr'])), ['mlp', 'cnn']);
  setLocale('de');
  for (const typed of ['0.1', '0,1']) assert.deepEqual(names(foundRows(rows, typed, ['parameter:lr'])), ['mlp', 'cnn']);
  setLocale('en');
});

test('only parameters that differ remain, without the ignored ones, and pinned columns come first', () => {
  const rows = [row('a', { lr: '0.1', seed: '1', depth: '3' }), row('b', { lr: '0.2', seed: '2', depth: '3' })];
  const columns = ['state', 'parameter:depth', 'parameter:lr', 'parameter:seed', 'metric:loss'];
  assert.deepEqual(arrangedColumns(rows, columns, {}), columns);
  assert.deepEqual(
    arrangedColumns(rows, columns, { differencesOnly: true, ignored: ['seed'], pinned: ['metric:loss'] }),
    ['metric:loss', 'state', 'parameter:lr'],
  );
});

test('parameters whose texts differ remain, as they are different groups of the charts', () => {
  for (const [one, other] of [
    ['adam', 'Adam'],
    ['NaN', ''],
  ]) {
    const rows = [row('a', { optimizer: one! }), row('b', { optimizer: other! })];
    assert.deepEqual(arrangedColumns(rows, ['parameter:optimizer'], { differencesOnly: true }), [
      'parameter:optimizer',
    ]);
  }
});

test('a column moves by one position and stops at the ends', () => {
  assert.deepEqual(movedColumn(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c']);
  assert.deepEqual(movedColumn(['a', 'b', 'c'], 'b', 1), ['a', 'c', 'b']);
  assert.deepEqual(movedColumn(['a', 'b', 'c'], 'c', 1), ['a', 'b', 'c']);
  assert.deepEqual(movedColumn(['a'], 'x', 1), ['a']);
});

test('metrics of the project summary fill their cells before the details are loaded', () => {
  const early: ExperimentRow = {
    ...row('early'),
    details: null,
    metrics: new Map([['loss', { current: 0.25, min: Number.NaN, max: 3 }]]),
  };
  assert.equal(cellOf(early, 'metric:loss').text, '0.25');
  assert.equal(cellOf(early, 'min:loss').text, 'NaN');
  assert.equal(cellOf(early, 'max:loss').order, 3);
  assert.equal(cellKnown(early, 'metric:none'), true);
  assert.equal(cellKnown(early, 'parameter:lr'), false);
  assert.equal(cellKnown(early, 'tag'), false);
  assert.equal(cellKnown(early, 'state'), true);
  assert.ok(availableColumns([early]).includes('spark:loss'));
  const late: ExperimentRow = { ...row('late', {}, { loss: ['0.5', '0.1', '1'] }) };
  assert.deepEqual(names(sortedRows([late, early], { column: 'metric:loss', descending: false })), ['early', 'late']);
});

test('the metrics and parameters that a query tests are columns, next to the state', () => {
  const queried = queriedColumns('(Metric("loss") < 1) & (Parameter("lr") > 0) & Tag("a") & (Other("x") == "y")');
  assert.deepEqual(queried, ['metric:loss', 'parameter:lr']);
  assert.deepEqual(withQueriedColumns(['state', 'tag', 'parameter:lr', 'metric:acc'], queried), [
    'state',
    'metric:loss',
    'parameter:lr',
    'tag',
    'metric:acc',
  ]);
});
