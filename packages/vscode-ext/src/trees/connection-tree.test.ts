import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode, TreeSource } from '@tracklens/ui/trees';
import { ConnectionProblem, type ConnectionState } from '../connection/connection.ts';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import '../testing/use-editor-api.ts';

const { connectionTree } = await import('./connection-tree.ts');
const { ownNode } = await import('./connection-nodes.ts');

const profiles: ConnectionProfile[] = [
  { id: 'https://a.example', name: 'A', color: 'blue' },
  { id: 'https://b.example', name: 'B', color: 'red' },
];

/** Returns a tree of one workspace with one project, which notes the ids that it was asked for. */
function ownTree(asked: string[]): TreeSource {
  const row = (id: readonly string[]): TreeNode => {
    const label = id.at(-1)!;
    return { id: JSON.stringify(id), kind: 'workspace', workspace: label, label, expandable: true };
  };
  let filter = '';
  return {
    get filter() {
      return filter;
    },
    matches: null,
    setFilter(words) {
      filter = words;
    },
    rearrange() {},
    async children(node) {
      asked.push(node?.id ?? '');
      return [row([...(node ? (JSON.parse(node.id) as string[]) : []), `${filter}team`])];
    },
    refresh() {
      asked.push('refresh');
    },
    subscribe: () => () => {},
  };
}

function treeOf({ broken = null as ConnectionState | null, paused = false, asked = [] as string[] } = {}) {
  const tried: string[] = [];
  const tree = connectionTree({
    profiles,
    stateOf: (id) =>
      id === profiles[1]!.id && broken ? broken : { kind: 'connected', url: id, source: 'sign-in' as const },
    async source(id) {
      tried.push(id);
      if (broken && id === profiles[1]!.id) throw new ConnectionProblem('unreachable', 'b.example does not respond.');
      return ownTree(asked);
    },
    isPaused: () => paused,
  });
  return { tree, tried };
}

test('each connection is a root with its name, and its nodes reach its own tree as they are there', async () => {
  const asked: string[] = [];
  const { tree } = treeOf({ asked });
  const roots = await tree.children(null);
  assert.deepEqual(
    roots.map(({ label, description, connection }) => [label, description, connection]),
    [
      ['A', 'a.example', profiles[0]!.id],
      ['B', 'b.example', profiles[1]!.id],
    ],
  );
  const [[a], [b]] = (await Promise.all(roots.map((root) => tree.children(root)))) as [TreeNode[], TreeNode[]];
  assert.notEqual(a!.id, b!.id);
  assert.deepEqual(JSON.parse(ownNode(a!).id), ['team']);
  await tree.children(a!);
  assert.deepEqual(asked, ['', '', '["team"]']);
});

test('a connection that fails has a row with the reason, and the others go on', async () => {
  const { tree } = treeOf({
    broken: { kind: 'unreachable', message: 'b.example does not respond.', remedy: 'Check it.' },
  });
  const [a, b] = await tree.children(null);
  assert.equal(b!.description, 'no response');
  const [problem] = await tree.children(b!);
  assert.ok(problem?.kind === 'problem');
  assert.equal(problem.failure.kind, 'unreachable');
  assert.equal((await tree.children(a!))[0]!.label, 'team');
});

test('polling does not try a paused connection, a user does', async () => {
  const broken = { kind: 'signed-out', message: 'There is no API key.', remedy: 'Enter it.' } as const;
  const { tree, tried } = treeOf({ broken, paused: true });
  const root = (await tree.polled.children(null))[1]!;
  const [problem] = await tree.polled.children(root);
  assert.ok(problem?.kind === 'problem');
  assert.deepEqual([problem.label, problem.description], [broken.message, broken.remedy]);
  assert.deepEqual(tried, []);
  await tree.children(root);
  assert.deepEqual(tried, [profiles[1]!.id]);
});

test('a filter applies to the trees of all connections, also of those that are read later', async () => {
  const { tree } = treeOf();
  tree.setFilter('my-');
  for (const root of await tree.children(null)) assert.equal((await tree.children(root))[0]!.label, 'my-team');
  assert.equal(tree.polled.filter, 'my-');
});

test('a refresh applies to the trees of all connections, also of those that are read later', async () => {
  const asked: string[] = [];
  const { tree } = treeOf({ asked });
  const [a, b] = (await tree.children(null)) as [TreeNode, TreeNode];
  await tree.children(a);
  tree.refresh(null);
  await tree.children(a);
  await tree.children(b);
  await tree.children(b);
  assert.deepEqual(asked, ['', 'refresh', '', 'refresh', '', '']);
});
