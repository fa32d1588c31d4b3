import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TreeNode, treeNodeId } from '@tracklens/ui/trees';
import { findRow, type TreeReads } from './tree-reveal.ts';

const pageSize = 2;
const { signal } = new AbortController();

const row = (parent: TreeNode | null, kind: string, label: string) =>
  ({ id: treeNodeId(parent, label), kind, label, expandable: true }) as TreeNode;

/**
 * Returns the reads of a tree over the names below each name; `''` is the root, and a name with a `*` a group. Below
 * `unread`, the second page cannot be read.
 */
function readsOf(names: Readonly<Record<string, readonly string[]>>, unread?: string) {
  const shown = new Map<string, number>();
  const pages: string[] = [];
  const nameOf = (parent: TreeNode | undefined) => parent?.label ?? '';
  const reads: TreeReads = {
    async children(parent) {
      const name = nameOf(parent);
      const all = names[name] ?? [];
      const count = shown.get(name) ?? pageSize;
      const kindOf = (label: string) => (label.startsWith('*') ? 'group' : 'project');
      const rows = all.slice(0, count).map((label) => row(parent ?? null, kindOf(label), label));
      return count < all.length ? [...rows, { ...row(parent ?? null, 'more', '\0more'), parent: name } as never] : rows;
    },
    async showMore(more) {
      const { parent } = more as unknown as { readonly parent: string };
      if (parent === unread) return false;
      pages.push(parent);
      shown.set(parent, (shown.get(parent) ?? pageSize) + pageSize);
      return true;
    },
    errorBelow: (parent) => (nameOf(parent) === unread ? new Error('No response.') : null),
  };
  return { reads, pages };
}

test('a row is found by the names of its ancestors, on a later page', async () => {
  const { reads, pages } = readsOf({ '': ['a', 'b', 'team'], team: ['1', '2', '3', '4', '5'] });
  const found = await findRow(reads, undefined, ['team', '5'], signal);
  assert.equal(found?.id, treeNodeId(row(null, 'project', 'team'), '5'));
  assert.deepEqual(pages, ['', 'team', 'team']);
  assert.equal(await findRow(reads, undefined, ['team', 'gone'], signal), null);
  assert.equal(await findRow(reads, undefined, ['gone', '5'], signal), null);
});

test('the search starts below a row, which is found without names', async () => {
  const { reads } = readsOf({ lab: ['team'] });
  const lab = row(null, 'connection', 'lab');
  assert.equal((await findRow(reads, lab, ['team'], signal))?.id, treeNodeId(lab, 'team'));
  assert.equal(await findRow(reads, lab, [], signal), lab);
  assert.equal(await findRow(reads, undefined, [], signal), null);
});

test('groups are searched after the rows next to them', async () => {
  const { reads } = readsOf({ '': ['*old', '*new'], '*old': ['1', '2'], '*new': ['3', '*best'], '*best': ['4'] });
  assert.equal((await findRow(reads, undefined, ['4'], signal))?.label, '4');
  assert.equal(await findRow(reads, undefined, ['5'], signal), null);
});

test('a page that cannot be read ends the search with its error, unless the row was found before', async () => {
  const { reads } = readsOf({ '': ['a', 'b', 'c'] }, '');
  assert.equal((await findRow(reads, undefined, ['b'], signal))?.label, 'b');
  await assert.rejects(findRow(reads, undefined, ['c'], signal), { message: 'No response.' });
});

test('a cancelled search reads no further page', async () => {
  const { reads, pages } = readsOf({ '': ['a', 'b', 'c'] });
  await assert.rejects(findRow(reads, undefined, ['c'], AbortSignal.abort()), { name: 'AbortError' });
  assert.deepEqual(pages, []);
});
