/** The tree of a large project reads the experiments that it shows, in the order of the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { inProcessTransport } from '@tracklens/core/client';
import { untilAborted } from '@tracklens/core/testing';
import { insertExperiment } from '../../packages/server/src/store/experiments/experiments.ts';
import { ensureProject } from '../../packages/server/src/store/experiments/projects.ts';
import { appendPoints } from '../../packages/server/src/store/metrics/metric-append.ts';
import { testKey, testService } from '../../packages/server/src/testing/test-service.ts';
import { english } from '../../packages/ui/src/text/translate.ts';
import { experimentPages } from '../../packages/ui/src/trees/experiment-pages.ts';
import { experimentsTree } from '../../packages/ui/src/trees/experiments-tree.ts';
import { emptyFavorites, type Favorites } from '../../packages/ui/src/trees/favorites.ts';
import { projectNode } from '../../packages/ui/src/trees/project-nodes.ts';
import { type TreeNode, treePageSize } from '../../packages/ui/src/trees/tree-node.ts';

const total = 450;
const start = 1_790_000_000_000;
const keyOf = (index: number) => `run${String(index).padStart(29, '0')}`;

const byLoss: Favorites['orders'] = () => [
  {
    workspace: 'ada',
    projectName: 'large',
    order: { by: 'metric', metricName: 'loss', value: 'min', descending: false },
  },
];

/**
 * Creates a project whose newest experiments have the highest loss; every tenth has none.
 *
 * @param version of the service; an earlier one neither sorts nor pages
 */
async function largeProject(
  t: Parameters<typeof testService>[0],
  { count, version = 'current' }: { count: number; version?: 'current' | 'earlier' } = { count: total },
) {
  const service = await testService(t);
  const { store, app } = service;
  const project = { workspaceName: 'ada', projectName: 'large', owner: 'ada' };
  const { project_id: projectId } = await ensureProject(store.db, project, start);
  for (let index = 0; index < count; index++) {
    const experimentKey = keyOf(index);
    const startTime = start + index;
    const experiment = {
      experimentKey,
      projectId,
      name: `run ${index}`,
      runId: 'r',
      liveness: 'none',
      startTime,
    } as const;
    await insertExperiment(store.db, experiment, startTime);
    if (index % 10 === 0) continue;
    const point = { name: 'loss', context: null, value: index, step: 1, epoch: null, timestamp: startTime };
    await appendPoints(store, experimentKey, [point]);
  }
  const requests: string[] = [];
  const faults = { left: 0, silent: false };
  const responding = inProcessTransport(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(pathname.replace('/api/rest/v2/', '') + search);
      if (requests.length > 50) throw new Error('The requests have no end');
      if (pathname.endsWith('/experiments') && faults.left-- > 0) return new Response('{"msg":"no"}', { status: 400 });
      if (version === 'current' || !pathname.endsWith('/experiment-summaries')) return app.fetch(request);
      const unpaged = new URL(request.url);
      for (const name of ['sortBy', 'sortOrder', 'page', 'size']) unpaged.searchParams.delete(name);
      return app.fetch(new Request(unpaged, request));
    },
    { apiKey: testKey },
  );
  const transport: typeof responding = {
    ...responding,
    send(request, signal) {
      const isSilent = faults.silent && request.path.includes('experiment');
      return isSilent ? untilAborted(signal) : responding.send(request, signal);
    },
  };
  const treeOf = (favorites: Partial<Favorites>) => {
    const tree = experimentsTree({ api: new API({ transport }), favorites: { ...emptyFavorites, ...favorites } });
    return async (offset: number, signal?: AbortSignal): Promise<readonly TreeNode[]> => {
      const [workspace] = await tree.children(null);
      const [node] = await tree.children(workspace!);
      requests.length = 0;
      return await tree.children(node!, { offset, ...(signal && { signal }) });
    };
  };
  return { treeOf, requests, faults, api: new API({ transport }) };
}

const labels = (nodes: readonly TreeNode[]) => nodes.map(({ label }) => label);

test('the newest experiments are read in pages, as far as they are shown', async (t) => {
  const { treeOf, requests } = await largeProject(t);
  const page = treeOf({});
  const first = labels(await page(0));
  assert.deepEqual([first[0], first[199], first[200]], ['run 449', 'run 250', 'Show more (200 of 450 shown)']);
  assert.deepEqual(
    requests.map((request) => /^experiments\?.*size=(\d+)/.exec(request)?.[1]),
    ['101', '100'],
  );
  const second = labels(await page(200));
  assert.deepEqual([second[0], second.at(-1)], ['run 249', 'Show more (400 of 450 shown)']);
  const last = labels(await page(400));
  assert.deepEqual([last[0], last.at(-1), last.length], ['run 49', 'run 0', 50]);
});

test('a project that has grown since it was listed has more experiments than were counted', async (t) => {
  const { api } = await largeProject(t);
  const pages = experimentPages({
    api,
    project: { workspace: 'ada', projectName: 'large' },
    order: { by: 'newest' },
    parent: projectNode(null, 'ada', { projectName: 'large' }),
    starred: new Set(),
    count: 150,
    t: english,
  });
  assert.equal((await pages.first(200)).total, 201);
  assert.equal((await pages.first(400)).total, 401);
  assert.equal((await pages.first(600)).total, 450);
});

test('experiments are sorted by a metric in the service; those without a number are last', async (t) => {
  const { treeOf, requests } = await largeProject(t);
  const page = treeOf({ orders: byLoss });
  const first = await page(0);
  assert.deepEqual(labels(first).slice(0, 2), ['run 1', 'run 2']);
  assert.match(first[0]!.description!, /^loss 1/);
  assert.equal(requests.length, 1);
  assert.match(requests[0]!, /^project\/experiment-summaries\?.*metricName=loss.*size=200/);
  await page(200);
  const last = labels(await page(400));
  assert.deepEqual([last[4], last[5], last.at(-1)], ['run 449', 'run 440', 'run 0']);
});

test('an earlier service, which returns all experiments for each page, ends the list', async (t) => {
  const { treeOf } = await largeProject(t, { count: treePageSize, version: 'earlier' });
  const page = treeOf({ orders: byLoss });
  assert.equal((await page(0)).length, treePageSize);
  assert.deepEqual(await page(treePageSize), []);
});

test('a starred experiment of a later page is first, and only once', async (t) => {
  const { treeOf } = await largeProject(t);
  const page = treeOf({ starred: () => new Set([keyOf(7), keyOf(300), 'gone'.padEnd(32, '0')]) });
  const first = await page(0);
  assert.deepEqual(labels(first).slice(0, 3), ['run 300', 'run 7', 'run 449']);
  const all = [...first, ...(await page(200)), ...(await page(400))].filter(({ kind }) => kind === 'experiment');
  assert.equal(new Set(labels(all)).size, total);
  assert.equal(all.length, total);
});

test('a page that cannot be read can be read again', async (t) => {
  const { treeOf, faults } = await largeProject(t);
  const page = treeOf({});
  await page(0);
  faults.left = 1;
  assert.deepEqual(
    (await page(200)).map(({ kind }) => kind),
    ['problem'],
  );
  assert.deepEqual(labels(await page(200)).slice(0, 2), ['run 249', 'run 248']);
});

test('the request for a page is aborted with its reader; the page can be read again', async (t) => {
  const { treeOf, faults } = await largeProject(t);
  for (const orders of [() => [], byLoss]) {
    const page = treeOf({ orders });
    const all = labels(await page(0));
    for (const offset of [0, 200]) {
      const abort = new AbortController();
      faults.silent = true;
      const read = page(offset, abort.signal);
      setImmediate(() => abort.abort());
      await assert.rejects(read, { code: 'aborted' });
      faults.silent = false;
      assert.equal((await page(offset)).length, treePageSize + 1);
    }
    assert.deepEqual(labels(await page(0)), all);
  }
});
