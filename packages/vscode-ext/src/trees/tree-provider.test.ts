import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from '@tracklens/core/client';
import { untilAborted } from '@tracklens/core/testing';
import {
  type ChildrenOptions,
  type Failure,
  failure,
  failureOf,
  type TreeNode,
  type TreeNodeKind,
  type TreeNodeOf,
  type TreeSource,
} from '@tracklens/ui/trees';
import type { CancellationToken, MarkdownString, TreeItem } from 'vscode';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { commandArguments } = await import('../command-services.ts');
const { TreeProvider } = await import('./tree-provider.ts');

const problem = failure('unreachable', 'No response.', 'Retry.');
const project = ['team', 'vision'];
const idOf = (path: readonly string[]) => JSON.stringify(path);
const row = (kind: TreeNodeKind, path: readonly string[], more: object = {}) =>
  ({ id: idOf(path), kind, label: path.at(-1)!, expandable: kind !== 'experiment', ...more }) as TreeNode;

/**
 * Returns a tree over the names below each path. A page has two rows; `fails` is the offset of one without response. No
 * read ends while `slow.isSet`, nor before `service.response` resolves.
 */
function treeOf(names: Readonly<Record<string, readonly string[]>>, fails = -1) {
  const pages: number[] = [];
  const slow = { isSet: false, isShown: false, aborted: 0 };
  const service = {
    response: Promise.resolve(),
    connection: Promise.resolve(),
    isPolled: false,
    hasConnections: false,
    tooltip: '',
    matches: 0,
    waitMillis: 0,
    /** Failure of all projects. */
    failure: null as Failure | null,
  };
  const lost: string[] = [];
  let filter = '';
  const source: TreeSource = {
    get filter() {
      return filter;
    },
    get matches() {
      return service.matches;
    },
    setFilter(words) {
      filter = words;
    },
    rearrange() {},
    refresh() {},
    subscribe: () => () => {},
    async children(node, { offset = 0, signal }: ChildrenOptions = {}) {
      if (slow.isSet) await untilAborted(signal).finally(() => slow.aborted++);
      const path: readonly string[] = node ? JSON.parse(node.id) : [];
      if (offset > 0) pages.push(offset);
      assert.ok(pages.length < 10, 'reads without end');
      if (service.waitMillis > 0) {
        const limited = failureOf({ code: 'rate-limited', retryAfterMillis: service.waitMillis });
        return [row('problem', [...path, '\0problem'], { failure: limited })];
      }
      if (service.failure && path.length === 2) {
        const { failure } = service;
        return [row('problem', [...path, '\0problem'], { failure, tooltip: failure.kind })];
      }
      if (offset === fails) return [row('problem', [...path, '\0problem'], { failure: problem })];
      const all = names[path.at(-1) ?? '']!.filter((name) => name in names || name.includes(filter));
      await service.response;
      const isRoot = path.length === 0 && service.hasConnections;
      const ofPath = isRoot ? 'connection' : path.length < 2 ? 'project' : 'group';
      const kindOf = (name: string) => (name in names ? ofPath : 'experiment');
      const page = all
        .slice(offset, offset + 2)
        .map((name) => row(kindOf(name), [...path, name], { tooltip: service.tooltip }));
      const next = offset + 2;
      return next < all.length ? [...page, row('more', [...path, `\0more${next}`], { offset: next })] : page;
    },
  };
  const tree = new TreeProvider('tracklens.experiments', {
    source: () => service.connection.then(() => source),
    polled: async () => (service.isPolled ? source : null),
    onLost: ({ kind }) => lost.push(kind),
    onSlow(isSlow) {
      slow.isShown = isSlow;
    },
    isExpanded: () => false,
    urlInCode: () => undefined,
    tooltip: async (node) => node.tooltip!,
    refreshMillis: () => 10_000,
    idleMillis: () => 10_000,
    selectedBefore: () => undefined,
    onSelect() {},
  });
  /** Connects again, to a source without the filter of the tree. */
  const reconnect = () => {
    filter = '';
  };
  return { tree, pages, slow, service, lost, reconnect };
}

/** Returns the tooltip that a tree shows for a row. */
async function tooltipOf(tree: InstanceType<typeof TreeProvider>, node: TreeNode): Promise<string> {
  const token = { onCancellationRequested: () => ({ dispose() {} }) } as unknown as CancellationToken;
  const { tooltip } = await tree.resolveTreeItem({} as TreeItem, node, token);
  return (tooltip as MarkdownString).value;
}

/** Returns the rows of a tree below a path of expandable rows. */
async function rowsBelow(tree: InstanceType<typeof TreeProvider>, path: readonly string[]): Promise<TreeNode[]> {
  let rows = await tree.getChildren();
  for (const name of path) rows = await tree.getChildren(rows.find(({ label }) => label === name));
  return rows;
}

const namesOf = (...experiments: readonly string[]) => ({ '': ['team'], team: ['vision'], vision: experiments });
const pathTo = (key: string) => [...project, key];
const revealed = () => editor.takeOpened().opened.filter((text) => text.startsWith('row:'));
const { signal } = new AbortController();

test('a row on a later page is revealed', async () => {
  const { tree, pages } = treeOf(namesOf('a', 'b', 'c', 'd', 'e'));
  assert.equal(await tree.reveal(pathTo('e'), 'current', signal), true);
  assert.deepEqual(revealed(), [`row:${idOf([...project, 'e'])}`]);
  assert.deepEqual(pages, [2, 4]);
  assert.equal(await tree.reveal(pathTo('gone'), 'current', signal), false);
});

test('a page that cannot be read ends the search with its failure', async () => {
  const { tree, pages } = treeOf(namesOf('a', 'b', 'c', 'd', 'e'), 4);
  await assert.rejects(tree.reveal(pathTo('e'), 'current', signal), { message: 'No response.', remedy: 'Retry.' });
  assert.deepEqual(pages, [2, 4]);
  const first = treeOf(namesOf('a'), 0);
  await assert.rejects(first.tree.reveal(pathTo('a'), 'current', signal), { message: 'No response.' });
});

test('in a grouped project a row is revealed in its group', async () => {
  const { tree } = treeOf({
    ...namesOf('old', 'new', 'best'),
    old: ['a', 'b', 'c'],
    new: ['d'],
    best: ['d', 'e', 'f'],
  });
  assert.equal(await tree.reveal(pathTo('f'), 'current', signal), true);
  assert.deepEqual(revealed(), [`row:${idOf([...project, 'best', 'f'])}`]);
  assert.equal(await tree.reveal(pathTo('gone'), 'current', signal), false);
});

test('a search that was cancelled reads no further page and selects nothing', async () => {
  const { tree, pages } = treeOf(namesOf('a', 'b', 'c'));
  await assert.rejects(tree.reveal(pathTo('c'), 'current', AbortSignal.abort()), { name: 'AbortError' });
  assert.deepEqual([pages, revealed()], [[], []]);
});

test('a read that takes long can be cancelled: its row loads it when the user asks, and what was loaded stays', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tree, slow } = treeOf(namesOf('a', 'b', 'c'));
  const cancelled = async (parent?: TreeNode) => {
    slow.isSet = true;
    const read = tree.getChildren(parent);
    t.mock.timers.tick(999);
    tree.cancelLoading();
    assert.equal(slow.isShown, false);
    t.mock.timers.tick(1);
    assert.equal(slow.isShown, true);
    tree.cancelLoading();
    const rows = await read;
    slow.isSet = false;
    assert.equal(slow.isShown, false);
    return rows.map(({ label, description }) => [label, description]);
  };
  const note = [['Cancelled.', 'Click to load.']];
  assert.deepEqual(await cancelled(), note);
  const [team] = await tree.getChildren();
  assert.equal(team!.label, 'team');
  assert.deepEqual(await cancelled(team), note);
  assert.equal((await tree.getChildren(team))[0]!.label, 'vision');
  tree.refresh();
  assert.deepEqual(await cancelled(), [['team', undefined]]);
  assert.equal(slow.aborted, 3);
});

test('the focus moves from “Show more” to the first of the rows that replace it', async () => {
  const { tree } = treeOf(namesOf('a', 'b', 'c', 'd', 'e'));
  const opened = () => editor.takeOpened().opened.filter((text) => /^(row|focus):/.test(text));
  const more = (await rowsBelow(tree, project)).at(-1) as TreeNodeOf<'more'>;
  editor.tree().selection = [more];
  await tree.showMore(more);
  assert.deepEqual(opened(), [`focus:${idOf(pathTo('c'))}`]);
  const again = (await rowsBelow(tree, project)).at(-1) as TreeNodeOf<'more'>;
  // The command runs for all trees, of which others may have a row of this name.
  editor.tree().selection = [];
  await tree.showMore(again);
  assert.deepEqual(opened(), []);
  assert.deepEqual(
    (await rowsBelow(tree, project)).map(({ label }) => label),
    ['a', 'b', 'c', 'd', 'e'],
  );
});

test('a row that has moved to the next page is shown once', async () => {
  const names: Record<string, readonly string[]> = namesOf('a', 'b', 'c', 'd');
  const { tree } = treeOf(names);
  const more = (await rowsBelow(tree, project)).at(-1) as TreeNodeOf<'more'>;
  names.vision = ['d', 'a', 'b', 'c'];
  await tree.showMore(more);
  assert.deepEqual(
    (await rowsBelow(tree, project)).map(({ label }) => label),
    ['a', 'b', 'c'],
  );
});

test('a page that arrives after a filter was set is not shown among its results', async () => {
  const names: Record<string, readonly string[]> = namesOf('a', 'b', 'c', 'd', 'e');
  const { tree, service } = treeOf(names);
  const more = (await rowsBelow(tree, project)).at(-1) as TreeNodeOf<'more'>;
  const { promise, resolve } = Promise.withResolvers<void>();
  service.response = promise;
  const shown = tree.showMore(more);
  await tree.setFilter('a');
  names.vision = ['a'];
  resolve();
  await shown;
  assert.deepEqual(
    (await rowsBelow(tree, project)).map(({ label }) => label),
    ['a'],
  );
});

test('an attempt to connect that fails after the user has signed in again does not end the connection', async () => {
  const { tree, service, lost } = treeOf(namesOf('a'));
  const { promise, reject } = Promise.withResolvers<void>();
  service.connection = promise;
  const read = tree.getChildren();
  service.connection = Promise.resolve();
  tree.refresh();
  assert.equal((await tree.getChildren())[0]!.label, 'team');
  reject(RestApiException.of({ code: 'unauthorized', reason: 'wrong key' }));
  assert.equal((await read)[0]!.label, 'team');
  assert.deepEqual(lost, []);
  service.connection = Promise.reject(RestApiException.of({ code: 'unauthorized', reason: 'wrong key' }));
  tree.refresh();
  await tree.getChildren();
  assert.deepEqual(lost, ['unauthorized']);
});

test('the tooltip and the commands of a row have what the last poll read', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const { tree, service } = treeOf(namesOf('a'));
  Object.assign(service, { isPolled: true, tooltip: 'State: running' });
  const [team] = await tree.getChildren();
  const tooltip = () => tooltipOf(tree, team!);
  const services = { trees: { experiments: tree } } as unknown as Services;
  const ofCommand = () => commandArguments(services, null, team, [team]);
  assert.equal(await tooltip(), 'State: running');
  editor.tree().setVisible(true);
  await new Promise(setImmediate);
  service.tooltip = 'State: finished';
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.equal(await tooltip(), 'State: finished');
  assert.equal(ofCommand().node?.tooltip, 'State: finished');
  assert.equal(ofCommand().nodes[0]?.tooltip, 'State: finished');
  editor.tree().selection = [team];
  assert.equal(tree.selection[0]?.tooltip, 'State: finished');
  // Another tree may have a row of this name.
  const rowOfOther = { ...team!, tooltip: 'other' };
  assert.equal(commandArguments(services, null, rowOfOther, undefined).node?.tooltip, 'other');
  tree.dispose();
});

test('the row of a node that was never read reports the failure of the last poll', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const { tree, service } = treeOf(namesOf('a'));
  service.failure = failureOf({ code: 'unreachable' });
  const [team] = await tree.getChildren();
  const [vision] = await tree.getChildren(team);
  for (const row of [team!, vision!]) editor.tree().expand(row);
  const [shown] = await tree.getChildren(vision);
  assert.equal(await tooltipOf(tree, shown!), 'unreachable');
  service.isPolled = true;
  service.failure = failureOf({ code: 'unauthorized' });
  editor.tree().setVisible(true);
  await new Promise(setImmediate);
  assert.equal(await tooltipOf(tree, shown!), 'unauthorized');
  tree.dispose();
});

test('a filter applies to the rows that a poll reads after a reconnect, and their number is shown', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const { tree, service, reconnect } = treeOf(namesOf('a', 'b'));
  service.matches = 1;
  await tree.setFilter('b');
  const [team] = await tree.getChildren();
  const [vision] = await tree.getChildren(team);
  for (const row of [team!, vision!]) editor.tree().expand(row);
  const labels = async () => (await tree.getChildren(vision)).map(({ label }) => label);
  assert.deepEqual(await labels(), ['b']);
  assert.match(editor.tree().description, /: 1 result$/);
  Object.assign(service, { isPolled: true, matches: 2 });
  editor.tree().setVisible(true);
  await new Promise(setImmediate);
  reconnect();
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual(await labels(), ['b']);
  assert.match(editor.tree().description, /: 2 results$/);
  tree.dispose();
});

test('a service that is used in place of one that asked to wait is polled at once', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const names: Record<string, readonly string[]> = namesOf('a');
  const { tree, service } = treeOf(names);
  const labels = async () => (await tree.getChildren()).map(({ label }) => label);
  await tree.getChildren();
  Object.assign(service, { isPolled: true, waitMillis: 600_000 });
  editor.tree().setVisible(true);
  await new Promise(setImmediate);
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  service.waitMillis = 0;
  tree.clear();
  assert.deepEqual(await labels(), ['team']);
  await new Promise(setImmediate);
  names[''] = ['team', 'added'];
  names.added = [];
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual(await labels(), ['team', 'added']);
  tree.dispose();
});

test('a removed connection does not return with states that were read before', async () => {
  const names: Record<string, readonly string[]> = { '': ['one', 'two'], one: [], two: [] };
  const { tree, service } = treeOf(names);
  service.hasConnections = true;
  await tree.getChildren();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.response = promise;
  const updated = tree.updateConnections();
  await new Promise(setImmediate);
  names[''] = ['one'];
  service.response = Promise.resolve();
  tree.clear();
  resolve();
  await updated;
  assert.deepEqual(
    (await tree.getChildren()).map(({ label }) => label),
    ['one'],
  );
});

test('rows that a poll read before the user signed out are not shown', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const names: Record<string, readonly string[]> = namesOf('a');
  const { tree, service } = treeOf(names);
  await tree.getChildren();
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(service, { response: promise, isPolled: true });
  editor.tree().setVisible(true);
  await new Promise(setImmediate);
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  tree.clear();
  names[''] = ['other'];
  resolve();
  await new Promise(setImmediate);
  assert.deepEqual(
    (await tree.getChildren()).map(({ label }) => label),
    ['other'],
  );
  tree.dispose();
});
