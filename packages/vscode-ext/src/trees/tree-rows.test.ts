import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, type TreeNode } from '@tracklens/ui/trees';
import { TreeRows } from './tree-rows.ts';

const row = (label: string, more: Partial<TreeNode> = {}) =>
  ({ id: JSON.stringify([label]), kind: 'project', label, expandable: true, ...more }) as TreeNode;

const failure = failureOf({ code: 'unreachable' });
const problem = row('problem', { kind: 'problem', failure });
const labels = (rows: readonly TreeNode[] | undefined) => rows?.map(({ label }) => label);

test('rows are current until they are invalidated, and stay visible after that', () => {
  const rows = new TreeRows();
  assert.equal(rows.currentOf(undefined), undefined);
  rows.store(undefined, [row('a')]);
  assert.deepEqual(labels(rows.currentOf(undefined)), ['a']);
  const { round } = rows;
  rows.invalidate();
  assert.equal(rows.currentOf(undefined), undefined);
  assert.deepEqual(labels(rows.of(undefined)), ['a']);
  assert.notEqual(rows.round, round);
});

test('a failed reload keeps the rows and its reason until the next read; without rows there is nothing to explain', () => {
  const rows = new TreeRows();
  rows.fail(undefined, failure);
  assert.equal(rows.failure, null);
  rows.store(undefined, [row('a')]);
  rows.fail(undefined, failure);
  assert.equal(rows.failure, failure);
  assert.deepEqual(labels(rows.of(undefined)), ['a']);
  rows.store(undefined, [row('b')]);
  assert.equal(rows.failure, null);
});

test('a row with a problem is reported and read again', () => {
  const rows = new TreeRows();
  assert.equal(rows.store(undefined, [problem]), failure);
  assert.equal(rows.currentOf(undefined), undefined);
  assert.deepEqual(labels(rows.of(undefined)), ['problem']);
});

test('the editor identifies a row by the object that it received, and shows its latest data', () => {
  const rows = new TreeRows();
  const received = row('a', { description: 'old' });
  rows.store(undefined, [received]);
  rows.register(received);
  rows.store(undefined, [row('a', { description: 'new' })]);
  assert.equal(rows.registered(row('a')), received);
  assert.equal(rows.latest(received).description, 'new');
  const child = row('child');
  rows.store(row('a'), [child]);
  assert.equal(rows.parentOf(child), received);
  assert.equal(rows.parentOf(received), undefined);
});

const changes: readonly [name: string, after: readonly TreeNode[], change: unknown][] = [
  ['nothing', [row('a'), row('b')], { kind: 'data', rows: [] }],
  ['data of one row', [row('a'), row('b', { badge: '3' })], { kind: 'data', rows: [row('b')] }],
  ['a new row', [row('a'), row('b'), row('c')], { kind: 'children' }],
  ['the order', [row('b'), row('a')], { kind: 'children' }],
];
for (const [name, after, change] of changes) {
  test(`what new rows change: ${name}`, () => {
    const rows = new TreeRows();
    rows.store(undefined, [row('a'), row('b')]);
    assert.deepEqual(rows.changeTo(undefined, after), change);
  });
}

test('visible rows are those below expanded nodes whose ancestors are expanded and still exist', () => {
  const rows = new TreeRows();
  const [a, b, c] = [row('a'), row('b'), row('c')];
  rows.store(undefined, [a]);
  rows.store(a, [b]);
  rows.store(b, [c]);
  const visible = () => [...rows.visible()].map(([parent]) => parent?.label ?? null);
  rows.setExpanded(b, true);
  assert.deepEqual(visible(), [null]);
  rows.setExpanded(a, true);
  assert.deepEqual(visible().sort(), ['a', 'b', null].sort());
  rows.setExpanded(a, false);
  assert.deepEqual(visible(), [null]);
  rows.setExpanded(a, true);
  rows.store(undefined, [row('other')]);
  assert.deepEqual(visible(), [null]);
});

test('after a filter the nodes are expanded that were expanded before it', () => {
  const rows = new TreeRows();
  const [before, match] = [row('before'), row('match', { open: true })];
  rows.setExpanded(before, true);
  rows.saveExpanded();
  rows.register(match);
  rows.saveExpanded();
  assert.ok(rows.isExpanded(match));
  rows.restoreExpanded();
  assert.ok(rows.isExpanded(before));
  assert.ok(!rows.isExpanded(match));
  rows.setExpanded(match, true);
  rows.restoreExpanded();
  assert.ok(rows.isExpanded(match));
});
