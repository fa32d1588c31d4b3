import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { API } from '@tracklens/core';
import { run } from '../../scripts/command.ts';
import type { Outcome } from '../goal.ts';
import { asItGrows } from '../grown.ts';
import { startMlflow } from '../mlflow-server.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { pythonSide } from '../python-side.ts';
import { sample, seededDraw } from '../seed-store.ts';

const query = '(Metric("loss") < 0.2) & (Parameter("optimizer") == "adam")';
const filter = "metrics.loss < 0.2 and params.optimizer = 'adam'";

/** Returns how many of the first experiments the query finds. */
function expected(experiments: number): number {
  return Array.from({ length: experiments }, (_, index) => index).filter(
    (index) => index % 4 === 0 && seededDraw(index, 0) < 0.2,
  ).length;
}

/** The whole operation of the client: loading the columns, the query, and the experiments that it finds. */
async function find(api: API, experiments: number): Promise<void> {
  const found = await api.query(sample.workspace, sample.project, query);
  if (found.length !== expected(experiments)) throw new Error(`${found.length} experiments`);
  const newestFirst = found
    .map(({ key }) => key)
    .toSorted()
    .reverse();
  if (found.some(({ key }, index) => key !== newestFirst[index]))
    throw new Error('The experiments are not newest first');
}

/** A query by a metric and a parameter, newest first, compared with MLflow's search over REST. */
export async function querying(): Promise<Outcome[]> {
  const peers = await peerEnvironment();
  return await asItGrows(
    'those with a metric below a number and a parameter of a text, newest first',
    { name: 'API.query', run: find, atLeast: 10 },
    async (folder, experiments) => {
      await mkdir(folder);
      const seed = fileURLToPath(new URL('../peers/mlflow_seed.py', import.meta.url));
      await run(peers.python, [seed, folder, String(experiments)], { env: peers.env });
      // There is one client, so one worker is as fast as several.
      const server = await startMlflow(peers, folder, ['--workers', '1']);
      const arguments_ = [filter, String(expected(experiments))];
      const side = await pythonSide('MLflow, REST search', peers.python, 'mlflow_search.py', arguments_, server.env);
      return {
        ...side,
        async close() {
          await side.close();
          await server.stop();
        },
      };
    },
  );
}
