import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createApp } from '../../packages/server/src/service/app.ts';
import { openStore, type StoreOptions } from '../../packages/server/src/store/store.ts';
import { type Postgres, startPostgres } from '../../scripts/postgres.ts';
import type { Measured } from '../goal.ts';
import { sample, seedStore } from '../seed-store.ts';
import { type Side, sideBySide, timed } from '../side-by-side.ts';

const [few, many] = [25_000, 250_000];
const rounds = { rounds: 7, warmUps: 2 };
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
const sorted = (parameters: string) => (send: Send) =>
  send(`${rest}/project/experiment-summaries?${project}&metricName=${parameters}&page=1&size=100`);

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
  {
    title: 'query by a metric and a text',
    perThousand: true,
    run: (send) =>
      send(`${rest}/project/query`, {
        ...{ workspaceName: sample.workspace, projectName: sample.project, archived: false },
        predicates: [lowLoss, adam].map((rule) => ({ source: rule.source, query: group(rule) })),
      }),
  },
  { title: 'page of 100, lowest minimum first', run: sorted('loss&sortBy=min&sortOrder=asc') },
  { title: 'page of 100, highest last value first', run: sorted('accuracy&sortBy=current&sortOrder=desc') },
  { title: 'page of 100, sorted by a metric that none has', run: sorted('none&sortBy=max&sortOrder=desc') },
  { title: 'every experiment', perThousand: true, run: (send) => send(`${rest}/experiments?${project}`) },
];

/** Returns the function that runs work on a project of so many experiments, without a socket. */
async function projectOf(options: StoreOptions, experiments: number) {
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
      const { wallMillis, cpuMillis } = await timed(() => run(send, projects[0]!.projectId));
      const share = perThousand ? 1000 / experiments : 1;
      return { wallMillis: wallMillis * share, ...(cpuMillis === undefined ? {} : { cpuMillis: cpuMillis * share }) };
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

type OptionsOf = (experiments: number) => Promise<StoreOptions>;

/** Compares a large project with a smaller one. */
async function compared(database: string, optionsOf: OptionsOf): Promise<Measured[]> {
  const small = await projectOf(await optionsOf(few), few);
  const large = await projectOf(await optionsOf(many), many);
  const measured: Measured[] = [];
  for (const work of works) {
    const comparison = await sideBySide(large.side(work), small.side(work), rounds);
    const title = `${work.title} among ${many.toLocaleString('en')}, ${database}`;
    measured.push({ work: work.perThousand ? `${title}, each thousand` : title, comparison, atLeast: 0.5 });
  }
  await small.close();
  await large.close();
  return measured;
}

/** Pages, searches and queries of a project of 250,000 experiments against one of 25,000, on both databases. */
export async function manyExperiments(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const postgres = await startPostgres(['shared_buffers=512MB']);
  const seeded =
    (database: string, urlOf: (experiments: number) => Promise<{ databaseUrl?: string }>): OptionsOf =>
    async (experiments) => {
      const options = { folder: path.join(folder, `${database}-${experiments}`), ...(await urlOf(experiments)) };
      await seedStore(options, experiments);
      return options;
    };
  const schemaOf = async (experiments: number) => ({ databaseUrl: await emptySchema(postgres, `of_${experiments}`) });
  try {
    return [
      ...(await compared(
        'SQLite',
        seeded('sqlite', () => Promise.resolve({})),
      )),
      ...(await compared('PostgreSQL', seeded('postgres', schemaOf))),
    ];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
