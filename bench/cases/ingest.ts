import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, APIExperiment } from '@tracklens/core';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';
import type { Outcome } from '../goal.ts';
import { startMlflow } from '../mlflow-server.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { cpuMillisOf } from '../process-cost.ts';
import { pythonSide } from '../python-side.ts';
import { type Sample, sideBySide, spread, timed } from '../side-by-side.ts';

const metrics = 20;
/** Steps of one run in the comparison with MLflow, which takes some seconds for them. */
const steps = 500;
/** Steps of each of the long run's experiments. */
const longSteps = 5000;
/** Steps logged before one is awaited: what a script may lose if it crashes. */
const stepsAhead = 1000;

const valueAt = (step: number, metric: number) => Math.exp(-step / 300) + 0.01 * Math.sin(step * 12.9898 + metric);

/** Logs one experiment as a training loop does, step by step. */
async function logExperiment(api: API, experimentSteps: number): Promise<APIExperiment> {
  const experiment = await APIExperiment.create({ api, workspace: 'bench', projectName: 'ingest' });
  const start = Date.now();
  let ahead: Promise<unknown>[] = [];
  for (let step = 0; step < experimentSteps; step++) {
    const values: Record<string, number> = {};
    for (let metric = 0; metric < metrics; metric++) values[`metric_${metric}`] = valueAt(step, metric);
    ahead.push(experiment.logMetrics(values, { step, timestamp: start + step * 100 + (step % 7) }));
    if (ahead.length < stepsAhead) continue;
    await Promise.all(ahead);
    ahead = [];
  }
  await Promise.all(ahead);
  return experiment;
}

/** Checks that every point was stored and that the summary has the last one. */
async function mustHold(experiment: APIExperiment, experimentSteps: number): Promise<void> {
  const stored = await experiment.getMetrics({ metric: 'metric_0' });
  const last = (await experiment.getMetricsSummary({ metric: 'metric_0' }))?.valueCurrent;
  if (stored.length !== experimentSteps) throw new Error(`${stored.length} points instead of ${experimentSteps}`);
  if (last !== String(valueAt(experimentSteps - 1, 0))) throw new Error(`The summary has ${last}`);
}

async function bytesOf(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('tracklens.db'));
  const sizes = await Promise.all(files.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface LongRun {
  /** Points a second, for each tenth of the run. */
  readonly rates: readonly number[];
  /** CPU of client and service, microseconds a point, for each tenth. */
  readonly cpuMicros: readonly number[];
  readonly bytesPerPoint: number;
}

async function longRun(api: API, service: LocalService, folder: string, points: number): Promise<LongRun> {
  const perExperiment = longSteps * metrics;
  const tenths = 10;
  const perTenth = Math.max(1, Math.round(points / perExperiment / tenths));
  const before = await bytesOf(folder);
  const rates: number[] = [];
  const cpuMicros: number[] = [];
  for (let tenth = 0; tenth < tenths; tenth++) {
    const serviceBefore = cpuMillisOf(service.pid);
    const { wallMillis, cpuMillis } = await timed(async () => {
      for (let index = 0; index < perTenth; index++) await logExperiment(api, longSteps);
    });
    const logged = perTenth * perExperiment;
    rates.push((logged / wallMillis) * 1000);
    cpuMicros.push(((cpuMillis! + cpuMillisOf(service.pid) - serviceBefore) / logged) * 1000);
  }
  return { rates, cpuMicros, bytesPerPoint: ((await bytesOf(folder)) - before) / (perTenth * tenths * perExperiment) };
}

/** Runs work with the built service, its client and its data folder. */
async function withService<T>(work: (api: API, service: LocalService, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await startLocalService(path.join(folder, 'ours'), { built: true });
  try {
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    return await work(api, service, folder);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Points logged through HTTP with their summaries, compared with MLflow's asynchronous client and its server. */
export async function ingest(): Promise<Outcome[]> {
  const peers = await peerEnvironment();
  return await withService(async (api, _, folder) => {
    const ours = {
      name: 'logMetrics',
      async run(): Promise<Sample> {
        let experiment: APIExperiment | undefined;
        const sample = await timed(async () => {
          experiment = await logExperiment(api, steps);
        });
        await mustHold(experiment!, steps);
        return sample;
      },
    };
    const mlflow = await startMlflow(peers, folder);
    try {
      const side = await pythonSide(
        'MLflow log_metrics(synchronous=False)',
        peers.python,
        'mlflow_ingest.py',
        [String(metrics), String(steps)],
        mlflow.env,
      );
      const comparison = await sideBySide(ours, side, { rounds: 3, warmUps: 1 }).finally(() => side.close());
      return [{ work: `${steps} steps of ${metrics} metrics through HTTP, with summaries`, comparison, atLeast: 18 }];
    } finally {
      await mlflow.stop();
    }
  });
}

/**
 * A long run of a million points through HTTP, or of ten with `--ten-million`: the cost of a point, its size on disk,
 * and whether logging slows down as the data grow.
 */
export async function ingestLong(): Promise<Outcome[]> {
  const millions = process.argv.includes('--ten-million') ? 10 : 1;
  return await withService(async (api, service, folder) => {
    // Both programs are warm before they are measured.
    await logExperiment(api, longSteps);
    const { rates, cpuMicros, bytesPerPoint } = await longRun(api, service, path.join(folder, 'ours'), millions * 1e6);
    const work = `${millions} million points through HTTP, ${longSteps} steps of ${metrics} metrics an experiment`;
    const perThousand = rates.map((rate) => 1e6 / rate);
    const slowdown = spread([perThousand.at(-1)! / perThousand[0]!]);
    return [
      { work, quantity: 'CPU of client and service', unit: 'µs a point', values: spread(cpuMicros), limit: 10 },
      { work, quantity: 'on disk', unit: 'bytes a point', values: spread([bytesPerPoint]), limit: 18 },
      { work, quantity: 'time of a thousand points', unit: 'ms', values: spread(perThousand), limit: 10 },
      { work, quantity: 'time of the last tenth over the first', unit: 'times', values: slowdown, limit: 1.5 },
    ];
  });
}
