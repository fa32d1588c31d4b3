import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MouseEvent } from 'react';
import { english } from '../text/translate.ts';
import { starredFirst } from './experiment-nodes.ts';
import { readSavedSearches, withoutSearch, withSearch } from './favorites.ts';
import { LazyTree } from './lazy-tree.ts';
import { rowActions } from './row-actions.ts';
import { TreeController } from './tree-controller.ts';
import { movedInTree, typedInTree } from './tree-keys.ts';
import type { TreeFile, TreeNode, TreeNodeOf, TreeSource } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';
import type { TreeRow } from './tree-rows.ts';

const folder = (parent: TreeNode | null, name: string): TreeNode => ({
  id: treeNodeId(parent, name),
  kind: 'group',
  workspace: 'team',
  projectName: 'vision',
  label: name,
  expandable: true,
});
const leaf = (parent: TreeNode | null, name: string): TreeNodeOf<'experiment'> => ({
  id: treeNodeId(parent, name),
  kind: 'experiment',
  workspace: 'team',
  projectName: 'vision',
  target: { kind: 'experiment', experimentKey: name },
  state: 'finished',
  label: name,
  expandable: false,
});

/** Creates a tree over test data; `reads` counts the calls. */
function tree(read: (node: TreeNode | null) => Promise<readonly TreeNode[]> | readonly TreeNode[]) {
  const reads: (string | null)[] = [];
  const source = new LazyTree({
    t: english,
    empty: () => 'nothing here',
    async read(node) {
      reads.push(node?.label ?? null);
      return read(node);
    },
  });
  return { source, reads };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const labels = (rows: readonly TreeRow[]) => rows.map(({ node, level }) => '  '.repeat(level - 1) + node.label);

async function opened(source: TreeSource, ...ids: string[]) {
  const controller = new TreeController(source);
  await settled();
  for (const id of ids) {
    controller.expand(id);
    await settled();
  }
  return controller;
}

test('children are loaded in pages, and the last row loads the next page', async () => {
  const { source, reads } = tree(() => Array.from({ length: 450 }, (_, index) => leaf(null, `e${index}`)));
  const first = await source.children(null);
  assert.equal(first.length, 201);
  const more = first[200];
  assert.ok(more?.kind === 'more');
  assert.deepEqual([more.offset, more.label], [200, 'Show more (200 of 450 shown)']);
  const last = await source.children(null, { offset: 400 });
  assert.deepEqual([last[0]?.label, last.length], ['e400', 50]);
  assert.equal(reads.length, 1);
});

test('a failure becomes a row that reports the remedy', async () => {
  const { source } = tree(() => Promise.reject(Object.assign(new Error('401'), { code: 'unauthorized' })));
  const [node] = await source.children(null);
  assert.ok(node?.kind === 'problem');
  assert.equal(node.failure.kind, 'unauthorized');
  assert.match(node.description ?? '', /Sign in/);
});

test('an aborted read is not a failure of the service', async () => {
  const { source } = tree(() => Promise.reject(Object.assign(new Error('stopped'), { name: 'AbortError' })));
  await assert.rejects(source.children(null, { signal: AbortSignal.abort() }));
});

test('an empty tree shows what to do', async () => {
  const { source } = tree(() => []);
  assert.deepEqual(
    (await source.children(null)).map(({ kind, label }) => [kind, label]),
    [['empty', 'nothing here']],
  );
});

test('rows follow the expanded nodes, with level, position and size of their set', async () => {
  const { source, reads } = tree((node) =>
    node === null ? [folder(null, 'a'), folder(null, 'b')] : [leaf(node, 'x'), leaf(node, 'y')],
  );
  const controller = await opened(source, '["a"]');
  assert.deepEqual(labels(controller.rows), ['a', '  x', '  y', 'b']);
  const y = controller.rows[2]!;
  assert.deepEqual([y.level, y.position, y.setSize, y.expanded, y.parentId], [2, 2, 2, null, '["a"]']);
  controller.collapse('["a"]');
  assert.deepEqual(labels(controller.rows), ['a', 'b']);
  controller.expand('["a"]');
  assert.deepEqual(reads, [null, 'a']);
});

test('nodes that were expanded before are read as soon as their parents are loaded', async () => {
  const { source, reads } = tree((node) =>
    node === null
      ? [folder(null, 'a'), folder(null, 'b')]
      : node.label === 'a'
        ? [folder(node, 'c')]
        : [leaf(node, 'x')],
  );
  const controller = new TreeController(source, ['["a"]', '["a","c"]', '["gone"]']);
  for (let level = 0; level < 3; level++) await settled();
  assert.deepEqual(labels(controller.rows), ['a', '  c', '    x', 'b']);
  assert.deepEqual(reads, [null, 'a', 'c']);
  controller.collapse('["a"]');
  assert.deepEqual([...controller.expanded], ['["a","c"]', '["gone"]']);
});

test('a refresh reads the expanded nodes, which remain expanded', async () => {
  let generation = 1;
  const { source, reads } = tree((node) =>
    node === null ? [folder(null, 'a'), folder(null, 'b')] : [leaf(node, `x${generation}`)],
  );
  const controller = await opened(source, '["a"]');
  generation = 2;
  source.refresh(null);
  await settled();
  assert.deepEqual(labels(controller.rows), ['a', '  x2', 'b']);
  assert.deepEqual(reads, [null, 'a', null, 'a']);
});

test('a project whose name begins like another is not refreshed with it', async () => {
  const { source, reads } = tree((node) =>
    node === null ? [folder(null, 'a'), folder(null, 'ab')] : [leaf(node, 'x')],
  );
  await opened(source, '["a"]', '["ab"]');
  source.refresh(folder(null, 'a'));
  await settled();
  assert.deepEqual(reads, [null, 'a', 'ab', 'a']);
});

test('a failed row is read again when it is activated', async () => {
  let fail = true;
  const { source } = tree(() => (fail ? Promise.reject(new Error('broken')) : [leaf(null, 'x')]));
  const controller = await opened(source);
  fail = false;
  controller.activate(controller.rows[0]!);
  await settled();
  assert.deepEqual(labels(controller.rows), ['x']);
});

test('the row for more is replaced by the next page', async () => {
  const { source } = tree(() => Array.from({ length: 250 }, (_, index) => leaf(null, `e${index}`)));
  const controller = await opened(source);
  controller.activate(controller.rows.at(-1)!);
  await settled();
  assert.equal(controller.rows.length, 250);
  assert.equal(controller.rows[249]?.setSize, 250);
});

test('arrow keys expand, enter, collapse and leave a row', async () => {
  const { source } = tree((node) => (node === null ? [folder(null, 'a'), folder(null, 'b')] : [leaf(node, 'x')]));
  const { rows: closed } = await opened(source);
  const { rows } = await opened(source, '["a"]');
  for (const [given, index, key, move] of [
    [closed, 0, 'ArrowRight', { index: 0, expand: '["a"]' }],
    [rows, 0, 'ArrowRight', { index: 1 }],
    [rows, 1, 'ArrowRight', { index: 1 }],
    [rows, 1, 'ArrowLeft', { index: 0 }],
    [rows, 0, 'ArrowLeft', { index: 0, collapse: '["a"]' }],
    [rows, 0, 'ArrowUp', { index: 0 }],
    [rows, 0, 'End', { index: 2 }],
    [rows, 2, 'Home', { index: 0 }],
    [rows, 2, 'PageDown', { index: 2 }],
    [rows, 0, 'x', null],
  ] as const) {
    assert.deepEqual(movedInTree(given, index, key, 10), move, `${key} at ${index}`);
  }
});

/** Rows of a tree, with the targets and links that they open at a double click and with a key. */
async function openedBy(...nodes: readonly TreeNode[]) {
  const { source } = tree(() => nodes);
  const controller = await opened(source);
  const calls: unknown[] = [];
  const selection = { current: 0, has: () => false, with: () => [], goTo() {}, select() {} };
  const { open, click } = rowActions({
    controller,
    rows: controller.rows,
    selection,
    onOpen: (target, { preview }) => calls.push([target, preview]),
    onLink: (address) => calls.push(address),
  });
  const press = (detail: number, index: number) =>
    click({ button: 0, detail, target: { closest: () => null } } as unknown as MouseEvent, index);
  return {
    calls,
    enter: (index: number) => open(controller.rows[index]!, false),
    doubleClick(index: number) {
      press(1, index);
      press(2, index);
    },
  };
}

const fileNode = (file: Omit<TreeFile, 'assetId' | 'sizeBytes'>): TreeNode => ({
  id: '["run","asset"]',
  kind: 'file',
  label: 'notes.txt',
  expandable: false,
  file: { assetId: 'asset', sizeBytes: 5, ...file },
});

test('a file that is only a link to a page opens the page, once at a double click', async () => {
  const link = 'https://files.example/notes.txt';
  for (const owner of [{ experimentKey: 'run' }, { artifactVersionId: 'version' }]) {
    const { calls, enter, doubleClick } = await openedBy(fileNode({ owner, link }));
    enter(0);
    doubleClick(0);
    assert.deepEqual(calls, [link, link]);
  }
});

test('an address that is not that of a page is never opened', async () => {
  for (const link of ['s3://bucket/notes.txt', 'file:///notes.txt', 'javascript:alert(1)', 'notes.txt']) {
    const { calls, enter } = await openedBy(fileNode({ owner: { experimentKey: 'run' }, link }));
    enter(0);
    assert.deepEqual(calls, [[{ kind: 'experiment', experimentKey: 'run', tab: 'assets' }, false]]);
    const { calls: none, doubleClick } = await openedBy(fileNode({ owner: { artifactVersionId: 'version' }, link }));
    doubleClick(0);
    assert.deepEqual(none, []);
  }
});

test('a file of an experiment opens the files of the experiment', async () => {
  const { calls, enter, doubleClick } = await openedBy(fileNode({ owner: { experimentKey: 'run' } }));
  enter(0);
  doubleClick(0);
  const target = { kind: 'experiment', experimentKey: 'run', tab: 'assets' };
  assert.deepEqual(calls, [
    [target, false],
    [target, true],
    [target, false],
  ]);
});

test('typing moves to the next label with this prefix, and wraps around', async () => {
  const { source } = tree(() => ['digits', 'cifar', 'coco'].map((name) => leaf(null, name)));
  const { rows } = await opened(source);
  assert.deepEqual([typedInTree(rows, 0, 'c'), typedInTree(rows, 1, 'c'), typedInTree(rows, 2, 'c')], [1, 2, 1]);
  assert.equal(typedInTree(rows, 1, 'CO'), 2);
  assert.equal(typedInTree(rows, 0, 'z'), -1);
});

/** Creates a tree of two folders with 300 leaves each, which are found by their labels. */
function searchedTree() {
  const reads: (string | null)[] = [];
  const searches: string[] = [];
  const aborted: string[] = [];
  const leaves = (parent: TreeNode) =>
    Array.from({ length: 300 }, (_, index) => leaf(parent, `${parent.label}-run-${index}`));
  const source = new LazyTree({
    t: english,
    empty: () => 'nothing here',
    async read(node) {
      reads.push(node?.label ?? null);
      return node === null ? [folder(null, 'a'), folder(null, 'b')] : leaves(node);
    },
    async find(filter, signal) {
      searches.push(filter);
      signal.addEventListener('abort', () => aborted.push(filter));
      await settled();
      const found = new Map<string, TreeNode[]>();
      for (const parent of [folder(null, 'a'), folder(null, 'b')]) {
        const matches = leaves(parent).filter(({ label }) => label.includes(filter));
        if (matches.length === 0) continue;
        found.set(parent.id, matches);
        found.set('[]', [...(found.get('[]') ?? []), { ...parent, open: true }]);
      }
      return found;
    },
  });
  return { source, reads, searches, aborted };
}
const searched = async () => {
  for (let round = 0; round < 5; round++) await settled();
};

test('a filter shows its matches below rows that were never expanded, and their number', async () => {
  const { source, reads, searches } = searchedTree();
  const controller = await opened(source);
  assert.equal(controller.matches, undefined);
  source.setFilter(' b-run-29 ');
  assert.deepEqual([controller.matches, labels(controller.rows)], [null, ['a', 'b']]);
  await searched();
  const expected = ['29', ...Array.from({ length: 10 }, (_, index) => `29${index}`)].map((name) => `  b-run-${name}`);
  assert.deepEqual(labels(controller.rows), ['b', ...expected]);
  assert.equal(controller.matches, 11);
  source.setFilter('no such');
  await searched();
  assert.deepEqual([labels(controller.rows), controller.matches], [['No results for “no such”.'], 0]);
  source.setFilter('');
  await searched();
  assert.deepEqual([labels(controller.rows), controller.matches], [['a', 'b'], undefined]);
  assert.deepEqual([reads, searches], [[null], ['b-run-29', 'no such']]);
});

test('matches are paged like other rows', async () => {
  const { source } = searchedTree();
  const controller = await opened(source);
  source.setFilter('a-run');
  await searched();
  assert.deepEqual([controller.rows.length, controller.matches], [202, 300]);
  controller.activate(controller.rows.at(-1)!);
  await searched();
  assert.equal(controller.rows.length, 301);
});

test('expansion with and without a filter is separate', async () => {
  const { source } = searchedTree();
  const controller = await opened(source, '["a"]');
  source.setFilter('run-299');
  await searched();
  assert.deepEqual(labels(controller.rows), ['a', '  a-run-299', 'b', '  b-run-299']);
  controller.collapse('["a"]');
  source.refresh(null);
  await searched();
  assert.deepEqual(labels(controller.rows), ['a', 'b', '  b-run-299'], 'a collapsed result stays collapsed');
  assert.deepEqual([...controller.expanded], ['["a"]']);
  source.setFilter('run-298');
  await searched();
  assert.deepEqual(labels(controller.rows), ['a', '  a-run-298', 'b', '  b-run-298']);
  source.setFilter('');
  await searched();
  assert.deepEqual(labels(controller.rows).slice(0, 2), ['a', '  a-run-0']);
  assert.equal(labels(controller.rows).at(-1), 'b');
});

test('a new filter aborts the search for the earlier one, whose callers get the new results', async () => {
  const { source, searches, aborted } = searchedTree();
  source.setFilter('a-run-1');
  const first = source.children(null);
  source.setFilter('b-run-1');
  assert.deepEqual(
    (await first).map(({ label }) => label),
    ['b'],
  );
  assert.deepEqual([searches, aborted], [['a-run-1', 'b-run-1'], ['a-run-1']]);
});

test('a failed search is reported above the earlier rows', async () => {
  let fails = true;
  const source = new LazyTree({
    t: english,
    empty: () => 'nothing here',
    read: async (node) => (node === null ? [folder(null, 'a')] : [leaf(node, 'x')]),
    async find() {
      if (fails) throw Object.assign(new Error('no'), { code: 'unreachable' });
      return new Map([['[]', [leaf(null, 'found')]]]);
    },
  });
  const controller = await opened(source, '["a"]');
  source.setFilter('found');
  await searched();
  assert.deepEqual([labels(controller.rows), controller.failure?.kind], [['a', '  x'], 'unreachable']);
  fails = false;
  source.refresh(null);
  await searched();
  assert.deepEqual([labels(controller.rows), controller.failure], [['found'], null]);
});

test('a changed order is applied to the loaded rows', async () => {
  let starred = new Set<string>();
  let reads = 0;
  const source = new LazyTree({
    t: english,
    empty: () => 'nothing here',
    arrange: (_, nodes) => starredFirst(nodes, starred),
    async read() {
      reads++;
      return ['a', 'b', 'c'].map((name) => leaf(null, name));
    },
  });
  const controller = await opened(source);
  starred = new Set(['c']);
  source.rearrange();
  await settled();
  assert.deepEqual(labels(controller.rows), ['c', 'a', 'b']);
  const first = controller.rows[0]?.node;
  assert.ok(first?.kind === 'experiment' && first.starred);
  assert.equal(reads, 1);
});

test('a failed read is not reported while its rows are hidden', async () => {
  let fails = false;
  const { source } = tree((node) => {
    if (node?.label === 'b' && fails) throw Object.assign(new Error('no'), { code: 'server' });
    return node === null ? [folder(null, 'a')] : node.label === 'a' ? [folder(node, 'b')] : [leaf(node, 'x')];
  });
  const controller = await opened(source, '["a"]', '["a","b"]');
  fails = true;
  source.refresh(null);
  await settled();
  assert.equal(controller.failure?.kind, 'server');
  controller.collapse('["a"]');
  assert.deepEqual([labels(controller.rows), controller.failure], [['a'], null]);
  controller.expand('["a"]');
  assert.deepEqual([labels(controller.rows), controller.failure?.kind], [['a', '  b', '    x'], 'server']);
  controller.collapseAll();
  assert.equal(controller.failure, null);
});

test('a failed refresh retains the rows and their expansion, and shows the error until one succeeds', async () => {
  let code: string | null = null;
  const { source } = tree((node) => {
    if (code !== null) throw Object.assign(new Error('no'), { code });
    return node === null ? [folder(null, 'a')] : [leaf(node, 'x')];
  });
  const controller = await opened(source, '["a"]');
  for (const [failing, kind] of [
    ['server', 'server'],
    ['unreachable', 'unreachable'],
    ['unauthorized', 'unauthorized'],
    ['rate-limited', 'rate-limited'],
  ] as const) {
    code = failing;
    source.refresh(null);
    await settled();
    assert.deepEqual(labels(controller.rows), ['a', '  x'], failing);
    assert.equal(controller.failure?.kind, kind);
    code = null;
    source.refresh(null);
    await settled();
    assert.equal(controller.failure, null);
  }
});

test('a removed node loses its rows', async () => {
  let gone = false;
  const { source } = tree((node) => {
    if (node !== null && gone) throw Object.assign(new Error('there is no project a'), { code: 'not-found' });
    return node === null ? [folder(null, 'a')] : [leaf(node, 'x')];
  });
  const controller = await opened(source, '["a"]');
  gone = true;
  source.refresh(controller.rows[0]!.node);
  await settled();
  assert.deepEqual(labels(controller.rows), ['a', '  there is no project a.']);
  assert.equal(controller.failure, null);
});

test('only what is expanded under expanded ancestors counts as open', async () => {
  const { source } = tree((node) => (node?.id === '["a","b"]' ? [leaf(node, 'x')] : [folder(node, node ? 'b' : 'a')]));
  const controller = await opened(source, '["a"]', '["a","b"]');
  const open = () => Array.from(controller.open(), ([parent]) => parent?.id ?? null);
  assert.deepEqual(open(), [null, '["a"]', '["a","b"]']);
  controller.collapse('["a"]');
  assert.deepEqual(open(), [null]);
});

test('saved searches are validated one by one, and one of the same name is replaced', () => {
  const search = { name: 'good', workspace: 'team', projectName: 'vision', query: 'Metric("loss") < 1' };
  assert.deepEqual(readSavedSearches([search, { name: 'x' }, null, 7]), [search]);
  assert.deepEqual(readSavedSearches('none'), []);
  const other = { ...search, projectName: 'audio' };
  const changed = { ...search, query: 'Tag("a")' };
  assert.deepEqual(withSearch([search, other], changed), [other, changed]);
  assert.deepEqual(withoutSearch([search, other], search), [other]);
});
