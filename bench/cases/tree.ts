import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API } from '@tracklens/core';
import { type TreeNode, type TreeSource, treeDefinitions } from '@tracklens/ui/trees';
import { request } from 'undici';
import { startLocalService } from '../../scripts/local-service.ts';
import type { Measured } from '../goal.ts';
import { sample, seedStore } from '../seed-store.ts';
import { type Side, sideBySide, timed } from '../side-by-side.ts';

const experiments = 10_000;
const rounds = { rounds: 15, warmUps: 5 };

/** Rows that the sidebar reads, and their number as a check. */
interface Reading {
  readonly work: string;
  read(tree: TreeSource, project: TreeNode): Promise<readonly TreeNode[]>;
  readonly rows: number;
}

const readings: readonly Reading[] = [
  // The last row loads the next page.
  { work: 'first page', read: (tree, project) => tree.children(project), rows: 201 },
  {
    work: 'first page of what a filter finds, a tenth of them',
    async read(tree, project) {
      tree.setFilter('kept');
      await tree.children(null);
      return await tree.children(project);
    },
    rows: 201,
  },
];

/**
 * The tree of a project with 10,000 experiments, from its expansion to its first rows, against the request that it
 * needs.
 */
export async function tree(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  await seedStore({ folder }, experiments);
  const service = await startLocalService(folder, { built: true });
  try {
    const apiKey = service.env.SERVICE_API_KEY!;
    const url = service.env.SERVICE_URL_OVERRIDE!;
    const sent: string[] = [];
    const api = new API({
      apiKey,
      url,
      cache: false,
      onRequest({ method, path: requested, query }) {
        if (method !== 'GET') throw new Error(`tree: a ${method} of ${requested}`);
        sent.push(`${requested}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`);
      },
    });
    const createTree = await treeDefinitions.find(({ id }) => id === 'experiments')!.load();
    // The trees use what the clients for Node and for browsers have in common.
    const newTree = () => createTree({ api: api as never });
    const first = newTree();
    const [workspace] = await first.children(null);
    const [project] = (await first.children(workspace!)).filter(({ label }) => label === sample.project);
    const measured: Measured[] = [];
    for (const { work, read, rows } of readings) {
      sent.length = 0;
      const ours: Side = {
        name: 'tree',
        run: () =>
          timed(async () => {
            const found = await read(newTree(), project!);
            if (found.length !== rows) throw new Error(`tree: ${found.length} rows`);
          }),
      };
      await ours.run();
      const needed = [...sent];
      const bare: Side = {
        name: `bare ${needed.length === 1 ? 'request' : `${needed.length} requests`}`,
        run: () =>
          timed(async () => {
            for (const address of needed) {
              const { statusCode, body } = await request(new URL(address, url), { headers: { authorization: apiKey } });
              await body.arrayBuffer();
              if (statusCode !== 200) throw new Error(`tree: ${address} responds with ${statusCode}`);
            }
          }),
      };
      measured.push({
        work: `tree of ${experiments.toLocaleString('en')} experiments: ${work}`,
        comparison: await sideBySide(ours, bare, rounds),
        atLeast: 0.2,
      });
    }
    return measured;
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
