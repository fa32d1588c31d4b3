import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createApp } from '../../packages/server/src/service/app.ts';
import { openStore, type StoreOptions } from '../../packages/server/src/store/open-store.ts';
import { type Postgres, startPostgres } from '../../scripts/postgres.ts';
import type { Measured } from '../goal.ts';
import { familyOf, threadCpuMillisOf } from '../process-cost.ts';
import { sample, seedStore } from '../seed-store.ts';
import { type Side, sideBySide, timed } from '../side-by-side.ts';

const [few, many] = [25_000, 250_000];
/** Pages are short, and a busy machine delays many of them. */
const pageRounds = { rounds: 15, warmUps: 2 };
const longRounds = { rounds: 5, warmUps: 1 };
const rest = '/api/rest/v2';
const project = `workspaceName=${sample.workspace}&projectName=${sample.project}`;
const listOfProjects = `${rest}/projects?workspaceName=${sample.workspace}`;
const page = 'page=1&size=100&sortBy=startTime';

const lowLoss = { source: 'metrics', field: 'loss', type: 'double', operator: 'less', value: 0.2 };
const highRate = { source: 'params', field: 'lr', type: 'double', operator: 'greater', value: 0.5 };
const adam = { source: 'params', field: 'optimizer', type: 'string', operator: 'equal', value: 'adam' };
const group = (...rules: object[]) => ({ condition: 'AND', rules });

/** Sends a request; returns its response in JSON. */
type Send = <T>(path: string, body?: object) => Promise<T>;

/** Work on a project. `perThousand` marks those that return a part of all experiments, the others return one page. */
interface Work {
  readonly title: string;
  readonly perThousand?: true;
  run(send: Send, projectId: string): Promise<unknown>;
}

const search =
  (...rules: object[]) =>
  (send: Send, projectId: string) =>
    send(`${rest}/experiments/search`, { projectId, limit: 100, page: 1, rulesTree: group(...rules) });
const sorted =
  (parameters: string, page = 1) =>
  (send: Send) =>
    send(`${rest}/project/experiment-summaries?${project}&metricName=${parameters}&page=${page}&size=100`);

const works: readonly Work[] = [
  // Counts the entries of an index.
  { title: 'list of projects with their counts', perThousand: true, run: (send) => send(listOfProjects) },
  { title: 'newest page of 100', run: (send) => send(`${rest}/experiments?${project}&${page}&sortOrder=desc`) },
  { title: 'oldest page of 100', run: (send) => send(`${rest}/experiments?${project}&${page}&sortOrder=asc`) },
  {
    title: 'page 200',
    run: (send) => send(`${rest}/experiments?${project}&page=200&size=100&sortBy=startTime&sortOrder=desc`),
  },
  { title: 'names that queries can test', run: (send) => send(`${rest}/project/column-names?${project}`) },
  { title: 'experiments with a word in all projects', run: (send) => send(`${rest}/experiments/find?text=kept`) },
  { title: 'page of 100 by a metric', run: search(lowLoss) },
  { title: 'page of 100 by a metric, a number and a text', run: search(lowLoss, highRate, adam) },
  { title: 'page of 100 by a text', run: search(adam) },
  // Looks at each experiment.
  { title: 'page of 100 by a text that none has', perThousand: true, run: search({ ...adam, value: 'none' }) },
  {
    title: 'query by a metric and a text',
    perThousand: true,
    run: (send) =>
      send(`${rest}/project/query`, {
        workspaceName: sample.workspace,
        projectName: sample.project,
        archived: false,
        predicates: [lowLoss, adam].map((rule) => ({ source: rule.source, query: group(rule) })),
      }),
  },
  { title: 'page of 100, lowest minimum first', run: sorted('loss&sortBy=min&sortOrder=asc') },
  { title: 'page of 100, highest last value first', run: sorted('accuracy&sortBy=current&sortOrder=desc') },
  { title: 'page 200, lowest minimum first', run: sorted('loss&sortBy=min&sortOrder=asc', 200) },
  { title: 'page 200, highest last value first', run: sorted('accuracy&sortBy=current&sortOrder=desc', 200) },
  { title: 'page of 100, sorted by a metric that none has', run: sorted('none&sortBy=max&sortOrder=desc') },
  { title: 'every experiment', perThousand: true, run: (send) => send(`${rest}/experiments?${project}`) },
];

/** Returns the function that runs work on a project of so many experiments, without a socket. */
async function projectOf(options: StoreOptions, experiments: number, databasePid: number | null) {
  const store = await openStore(options);
  const session = { userName: 'bench', defaultWorkspaceName: sample.workspace };
  const app = createApp({ store, apiKey: 'key', session });
  const headers = { host: '127.0.0.1', authorization: 'key', 'content-type': 'application/json' };
  const send: Send = async (address, body) => {
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const response = await app.fetch(new Request(`http://127.0.0.1${address}`, sent));
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  const { projects } = await send<{ projects: { projectId: string }[] }>(listOfProjects);
  const side = ({ title, perThousand, run }: Work): Side => ({
    name: `${title} of ${experiments}`,
    async run() {
      // Without the workers of PostgreSQL that end with their statement.
      const processes = databasePid === null ? [] : familyOf(databasePid);
      const before = threadCpuMillisOf(processes);
      const { wallMillis, cpuMillis } = await timed(() => run(send, projects[0]!.projectId));
      const inDatabase = threadCpuMillisOf(processes) - before;
      const share = perThousand ? 1000 / experiments : 1;
      return { wallMillis: wallMillis * share, cpuMillis: (cpuMillis! + inDatabase) * share };
    },
  });
  return { side, close: () => store.close() };
}

async function emptySchema({ url }: Postgres, name: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create schema ${name}`);
  await client.end();
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${name}`);
  return address.href;
}

/** Fills storage with experiments; returns the options to open it with. */
type Seed = (experiments: number, storage: { databaseUrl?: string }) => Promise<StoreOptions>;

/** Compares a large project with a smaller one. */
async function compared(
  database: string,
  optionsOf: (experiments: number) => Promise<StoreOptions>,
  pid: number | null,
) {
  const small = await projectOf(await optionsOf(few), few, pid);
  const large = await projectOf(await optionsOf(many), many, pid);
  const measured: Measured[] = [];
  for (const work of works) {
    const rounds = work.perThousand ? longRounds : pageRounds;
    const comparison = await sideBySide(large.side(work), small.side(work), rounds);
    const title = `${work.title} among ${many.toLocaleString('en')}, ${database}`;
    measured.push({ work: work.perThousand ? `${title}, each thousand` : title, comparison, atLeast: 0.5 });
  }
  await small.close();
  await large.close();
  return measured;
}

async function inFolder<T>(use: (seed: Seed) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  try {
    return await use(async (experiments, storage) => {
      const options = { folder: path.join(folder, String(experiments)), ...storage };
      const start = performance.now();
      await seedStore(options, experiments);
      console.error(`${experiments} experiments in ${((performance.now() - start) / 1000).toFixed(0)} s`);
      return options;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages, searches and queries of a project of 250,000 experiments against one of 25,000, on SQLite. */
export const manyExperiments = (): Promise<Measured[]> =>
  inFolder((seed) => compared('SQLite', (experiments) => seed(experiments, {}), null));

/** The same on PostgreSQL. */
export async function manyExperimentsOnPostgres(): Promise<Measured[]> {
  const postgres = await startPostgres(['shared_buffers=512MB']);
  try {
    return await inFolder((seed) =>
      compared(
        'PostgreSQL',
        async (experiments) => seed(experiments, { databaseUrl: await emptySchema(postgres, `of_${experiments}`) }),
        postgres.pid(),
      ),
    );
  } finally {
    await postgres.stop();
  }
}
