import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../text/translate.ts';
import type { ExperimentRow } from './columns.ts';
import { type GroupEntry, groupCell, stateCounts, tableEntries } from './table-entries.ts';

/** Row with a learning rate, a loss and tags; without a learning rate its details are not loaded. */
function row(experimentKey: string, lr: string | null, loss = 0, tags: readonly string[] = []): ExperimentRow {
  const parameters = [{ name: 'lr', valueCurrent: lr }];
  const metrics = [{ name: 'loss', valueCurrent: String(loss), valueMin: String(loss), valueMax: String(loss) }];
  return {
    metadata: { experimentKey, experimentName: experimentKey, running: false, durationMillis: 1000 * loss },
    details: lr === null ? null : { parameters, metrics, tags },
  } as unknown as ExperimentRow;
}

const rows = [row('a', '0.1', 2), row('b', '0.01', 1), row('c', '0.1', 4, ['best']), row('d', null), row('e', '', 3)];
const rule = { center: 'mean', band: 'std' } as const;
const plain = { top: [], group: undefined, opened: [], sort: undefined };
const group = { by: 'parameter:lr', ...rule };
const shown = (arrangement: Partial<Parameters<typeof tableEntries>[1]>) =>
  tableEntries(rows, { ...plain, ...arrangement }, english).map((entry) =>
    entry.kind === 'group' ? entry.label : `${'  '.repeat(entry.level - 1)}${entry.key}`,
  );

test('experiments at the top come first, in the order of the table', () => {
  assert.deepEqual(shown({}), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(shown({ top: ['e', 'c', 'gone'] }), ['c', 'e', 'a', 'b', 'd']);
});

test('groups are ordered by their value; open ones show their experiments', () => {
  const groups = ['lr = 0.01 (1)', 'lr = 0.1 (2)', 'lr: none (1)'];
  assert.deepEqual(shown({ group }), [...groups, 'd']);
  assert.deepEqual(shown({ group, opened: ['parameter:lr=0.1'], top: ['b'] }), [
    'b',
    ...groups.slice(0, 2),
    '  a',
    '  c',
    ...groups.slice(2),
    'd',
  ]);
  const first = ['a', 'd'];
  assert.deepEqual(shown({ group, opened: ['parameter:lr=0.1'], top: first }), [
    ...first,
    ...groups.slice(0, 2),
    '  c',
    ...groups.slice(2),
  ]);
  assert.deepEqual(shown({ group, sort: { column: 'metric:loss', descending: true } }), [
    'lr = 0.1 (2)',
    'lr: none (1)',
    'lr = 0.01 (1)',
    'd',
  ]);
  assert.deepEqual(shown({ group: { by: 'tag', ...rule } }).slice(0, 2), ['best (1)', 'tags: none (3)']);
});

test('a group shows the mean of numbers with the band, and the common value of anything else', () => {
  const members = [row('a', '0.1', 2), row('c', '0.1', 4, ['best']), row('d', '0.2', Number.NaN)];
  const entry: GroupEntry = { kind: 'group', key: 'g', label: 'g', members, open: false };
  for (const [id, given, text, order] of [
    ['metric:loss', rule, '3 ± 1.41421', 3],
    ['min:loss', { center: 'mean', band: 'range' }, '3 (2 – 4)', 3],
    ['max:loss', { center: 'median', band: 'none' }, '3', 3],
    ['parameter:lr', rule, '2 values', null],
    ['tag', rule, 'best', 'best'],
    ['state', rule, '3 finished', null],
    ['started', rule, '', null],
    ['metric:absent', rule, '', null],
  ] as const) {
    assert.deepEqual(groupCell(entry, id, given, english), { text, order }, id);
  }
});

test('the states of a group are counted', () => {
  const [first, second] = [row('a', '0.1'), row('b', '0.1')];
  const running = { ...second, metadata: { ...second.metadata, running: true } };
  assert.deepEqual(stateCounts([first, running, row('c', '0.1')]), [
    ['finished', 2],
    ['running', 1],
  ]);
});
