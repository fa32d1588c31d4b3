import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../live/loader.ts';
import type { ExperimentState } from '../records/experiment-label.ts';
import { failureOf } from '../source/failure.ts';
import { english } from '../text/translate.ts';
import { type FreshRows, freshRows } from './fresh-rows.ts';
import { LazyTree } from './lazy-tree.ts';
import { problemNode } from './problem-node.ts';
import { TreeController } from './tree-controller.ts';
import { type TreeNode, type TreeSource, treePageSize } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

const row = (
  parent: TreeNode | null,
  label: string,
  kind: 'project' | 'experiment',
  state: ExperimentState = 'finished',
): TreeNode => {
  const [id, project] = [treeNodeId(parent, label), { workspace: 'team', projectName: label }];
  return kind === 'project'
    ? { id, kind, label, target: { kind, ...project }, expandable: true }
    : { id, kind, label, ...project, target: { kind, experimentKey: label }, state, expandable: false };
};

const settled = async () => {
  for (let step = 0; step < 10; step++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Creates a clock that starts at the current time, and the function that advances it. */
function manualClock() {
  let now = Date.now();
  let due: { at: number; run: () => void } | null = null;
  const clock: Clock = {
    now: () => now,
    after(millis, run) {
      due = { at: now + millis, run };
      return () => {
        due = null;
      };
    },
  };
  const pass = async (millis: number) => {
    const end = now + millis;
    for (let next = due; next !== null && next.at <= end; next = due) {
      due = null;
      now = next.at;
      next.run();
      await settled();
    }
    now = end;
  };
  return { clock, pass };
}

/** Creates a tree with two projects, the first of them expanded, polled by a clock that the test advances. */
async function polledTree() {
  const service = {
    projects: ['a', 'b'],
    experiments: [['x', 'finished']] as [string, ExperimentState][],
    failure: null as object | null,
    response: Promise.resolve(),
    /** Label of the only node that fails; every node if it is not set. */
    failing: undefined as string | undefined,
  };
  const reads: (string | null)[] = [];
  const source = new LazyTree({
    t: english,
    empty: () => 'nothing here',
    async read(node) {
      reads.push(node?.label ?? null);
      await service.response;
      const isFailing = service.failing === undefined || service.failing === node?.label;
      if (service.failure && isFailing) throw service.failure;
      if (node === null) return service.projects.map((name) => row(null, name, 'project'));
      return service.experiments.map(([name, state]) => row(node, name, 'experiment', state));
    },
  });
  const { clock, pass } = manualClock();
  const controller = new TreeController(source);
  await settled();
  controller.expand('["a"]');
  await settled();
  reads.length = 0;
  const polling: FreshRows = freshRows({
    source: async () => source,
    open: () => controller.open(),
    replace: (parent, rows) => controller.replace(parent, rows),
    failed: (parent, failure) => controller.fail(parent, failure),
    everyMillis: () => 10_000,
    clock,
  });
  polling.setVisible(true);
  await settled();
  return {
    service,
    controller,
    polling,
    /** Returns the reads since the last call. */
    reads: () => reads.splice(0),
    labels: () => controller.rows.map(({ node, level }) => '  '.repeat(level - 1) + node.label),
    pass,
  };
}

test('visible nodes are read every 30 s, so that new projects and experiments appear', async () => {
  const { service, pass, reads, labels, polling } = await polledTree();
  await pass(29_000);
  assert.deepEqual(reads(), []);
  service.projects = ['a', 'b', 'c'];
  service.experiments = [
    ['y', 'running'],
    ['x', 'finished'],
  ];
  await pass(1000);
  assert.deepEqual(reads(), [null, 'a']);
  assert.deepEqual(labels(), ['a', '  y', '  x', 'b', 'c']);
  polling.dispose();
});

test('rows with a running experiment are read every 10 s until it ends', async () => {
  const { service, pass, reads, labels, polling } = await polledTree();
  service.experiments = [['x', 'running']];
  await pass(30_000);
  reads();
  await pass(20_000);
  assert.deepEqual(reads(), ['a', 'a']);
  service.experiments = [['x', 'finished']];
  await pass(10_000);
  assert.deepEqual(
    [reads(), labels()],
    [
      [null, 'a'],
      ['a', '  x', 'b'],
    ],
  );
  await pass(20_000);
  assert.deepEqual(reads(), []);
  polling.dispose();
});

test('a node with a running experiment that is expanded between two polls is read at the next one', async () => {
  const { service, controller, pass, reads, polling } = await polledTree();
  service.experiments = [['x', 'running']];
  await pass(15_000);
  controller.expand('["b"]');
  await settled();
  assert.deepEqual(reads(), ['b']);
  await pass(5_000);
  assert.deepEqual(reads(), ['b']);
  polling.dispose();
});

test('a hidden tree is not read; a tree that becomes visible is read at once', async () => {
  const { pass, reads, polling } = await polledTree();
  polling.setVisible(false);
  await pass(600_000);
  assert.deepEqual(reads(), []);
  polling.setVisible(true);
  await settled();
  assert.deepEqual(reads(), [null, 'a']);
  polling.dispose();
});

test('focus reads the visible nodes unless they were just read', async () => {
  const { pass, reads, polling } = await polledTree();
  await pass(5000);
  polling.focus();
  await settled();
  assert.deepEqual(reads(), []);
  await pass(9000);
  // The poll at 10 s found nothing due, and it is only 4 s old.
  polling.focus();
  await settled();
  assert.deepEqual(reads(), []);
  polling.setVisible(false);
  await pass(10_000);
  polling.setVisible(true);
  polling.focus();
  await settled();
  assert.deepEqual(reads(), [null, 'a']);
  polling.dispose();
});

test('after failures the rows stay, each attempt waits twice as long, and the first that succeeds reads everything visible', async () => {
  const { service, pass, reads, labels, controller, polling } = await polledTree();
  service.failure = { code: 'unreachable' };
  await pass(30_000);
  assert.deepEqual(reads(), [null]);
  assert.equal(controller.failure?.kind, 'unreachable');
  assert.deepEqual(labels(), ['a', '  x', 'b']);
  for (const millis of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    await pass(millis - 1);
    assert.deepEqual(reads(), [], `before ${millis}`);
    await pass(1);
    assert.deepEqual(reads(), [null], `at ${millis}`);
  }
  service.failure = null;
  polling.reload();
  await settled();
  assert.deepEqual(reads(), [null, 'a']);
  assert.equal(controller.failure, null);
  polling.dispose();
});

test('no attempt comes before the time that the service asks to wait until', async () => {
  const { service, pass, reads, controller, polling } = await polledTree();
  service.failure = { code: 'rate-limited', retryAfterMillis: 600_000 };
  await pass(30_000);
  assert.deepEqual(reads(), [null]);
  assert.equal(controller.failure?.kind, 'rate-limited');
  service.failure = null;
  polling.focus();
  // The tree uses the system clock, on which the 30 s before the failure have not passed.
  await pass(569_000);
  assert.deepEqual(reads(), []);
  await pass(2000);
  assert.deepEqual(reads(), [null, 'a']);
  assert.equal(controller.failure, null);
  polling.dispose();
});

/** Polls the rows of two connections. The service of the first one fails while `service.failure` is set. */
function polledConnections() {
  const { clock, pass } = manualClock();
  const nodes = ['a', 'b'].map((connection): TreeNode => ({ ...row(null, connection, 'project'), connection }));
  const reads: string[] = [];
  const service = { failure: null as object | null };
  const source: Pick<TreeSource, 'children'> = {
    async children(node) {
      reads.push(node!.label);
      if (node !== nodes[0] || service.failure === null) return [row(node, 'x', 'experiment')];
      return [problemNode(node, failureOf(service.failure, clock.now()), '', '')];
    },
  };
  const polling = freshRows({
    source: async () => source as TreeSource,
    open: () => nodes.map((node) => [node, [row(node, 'x', 'experiment')]] as const),
    replace() {},
    failed() {},
    everyMillis: () => 10_000,
    clock,
  });
  polling.setVisible(true);
  return { service, polling, pass, reads: () => reads.splice(0) };
}

test('a service that asks to wait is not read before, and that of another connection is polled', async () => {
  const { service, polling, pass, reads } = polledConnections();
  await settled();
  service.failure = { code: 'rate-limited', retryAfterMillis: 600_000 };
  await pass(30_000);
  assert.deepEqual(reads(), ['a', 'b']);
  await pass(300_000);
  assert.deepEqual(reads(), Array(10).fill('b'));
  polling.reload();
  await settled();
  assert.deepEqual(reads(), ['a', 'b']);
  service.failure = null;
  await pass(590_000);
  assert.deepEqual(reads(), Array(19).fill('b'));
  await pass(30_000);
  assert.ok(reads().includes('a'));
  polling.dispose();
});

test('a connection without response does not change how often the other one is read', async () => {
  const { service, polling, pass, reads } = polledConnections();
  await settled();
  service.failure = { code: 'unreachable' };
  await pass(300_000);
  assert.equal(reads().filter((label) => label === 'b').length, 10);
  polling.dispose();
});

test('one project that cannot be read does not keep the others from being read', async () => {
  const { service, pass, reads, controller, labels, polling } = await polledTree();
  controller.expand('["b"]');
  await settled();
  reads();
  service.failure = { code: 'server' };
  await pass(30_000);
  reads();
  await pass(10_000);
  assert.deepEqual(reads(), [null, 'a', 'b']);
  assert.deepEqual(labels(), ['a', '  x', 'b', '  x']);
  assert.equal(controller.failure?.kind, 'server');
  polling.dispose();
});

test('a node that the service refuses is read again when the user retries, and the others are polled', async () => {
  const { service, controller, pass, reads, polling } = await polledTree();
  service.experiments = [['x', 'running']];
  await pass(30_000);
  Object.assign(service, { failure: { code: 'invalid' }, failing: 'b' });
  controller.expand('["b"]');
  await settled();
  reads();
  await pass(10_000);
  assert.deepEqual(reads(), ['a', 'b']);
  await pass(30_000);
  assert.deepEqual(reads(), ['a', null, 'a', 'a']);
  polling.focus();
  polling.reload();
  await settled();
  assert.deepEqual(reads(), [null, 'a', 'b']);
  service.failure = null;
  polling.reload();
  await settled();
  assert.deepEqual(reads(), [null, 'a', 'b']);
  assert.equal(controller.failure, null);
  polling.dispose();
});

test('a node that was never read reports the last failure in its row, not as one of outdated rows', async () => {
  const { service, controller, pass, labels, polling } = await polledTree();
  Object.assign(service, { failure: { code: 'unreachable' }, failing: 'b' });
  controller.expand('["b"]');
  await settled();
  assert.equal(labels()[3], '  The service cannot be reached.');
  service.failure = { code: 'unauthorized' };
  await pass(30_000);
  assert.equal(labels()[3], '  The service does not accept the API key.');
  assert.equal(controller.failure, null);
  polling.dispose();
});

let waitMillis = 0;
for (const [what, failure] of [
  ['that cannot be read', { code: 'server' }],
  [
    'whose row reports another failure after each read',
    {
      code: 'server',
      get retryAfterMillis() {
        return ++waitMillis;
      },
    },
  ],
] as const) {
  test(`a node ${what} waits twice as long after each attempt, and the others do not`, async () => {
    const { service, controller, pass, reads, polling } = await polledTree();
    service.experiments = [['x', 'running']];
    await pass(30_000);
    Object.assign(service, { failure, failing: 'b' });
    controller.expand('["b"]');
    await settled();
    reads();
    await pass(80_000);
    const seen = reads();
    assert.deepEqual(
      [seen.filter((label) => label === 'a').length, seen.filter((label) => label === 'b').length],
      [8, 4],
      String(seen),
    );
    service.failure = null;
    await pass(80_000);
    assert.equal(controller.failure, null);
    polling.dispose();
  });
}

test('a project that has been deleted goes, and polling goes on', async () => {
  const { service, pass, reads, labels, controller, polling } = await polledTree();
  service.projects = ['b'];
  await pass(30_000);
  assert.deepEqual([reads(), labels()], [[null], ['b']]);
  assert.equal(controller.failure, null);
  await pass(30_000);
  assert.deepEqual(reads(), [null]);
  polling.dispose();
});

test('a page that is loaded during a poll stays', async () => {
  const tree = await polledTree();
  tree.service.experiments = Array.from({ length: treePageSize + 1 }, (_, index) => [`x${index}`, 'finished']);
  await tree.pass(30_000);
  const more = tree.controller.rows.find(({ node }) => node.kind === 'more')!;
  const { promise, resolve } = Promise.withResolvers<void>();
  tree.service.response = promise;
  await tree.pass(30_000);
  tree.controller.activate(more);
  await settled();
  resolve();
  await settled();
  assert.deepEqual(tree.labels().slice(-2), [`  x${treePageSize}`, 'b']);
  tree.polling.dispose();
});
