import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API, APIExperiment } from '@tracklens/core';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';
import type { Outcome } from '../goal.ts';
import { cpuMillisOf } from '../process-cost.ts';
import { spread } from '../side-by-side.ts';

const metrics = 20;
const steps = 50_000;
const points = steps * metrics;
/** Steps between two pauses of the loop. */
const stepsPerPause = 100;
/** Time in which the loop logs everything: a training does more than to log. */
const loopMillis = 10_000;
const outageMillis = 5_000;

/** Service that is stopped and started again with the same data at the same address. */
class RestartedService {
  private readonly folder: string;
  private current: LocalService;
  /** CPU time of the processes that have ended. */
  private endedCpuMillis = 0;

  private constructor(folder: string, current: LocalService) {
    this.folder = folder;
    this.current = current;
  }

  static async start(folder: string): Promise<RestartedService> {
    return new RestartedService(folder, await startLocalService(folder, { built: true }));
  }

  get address(): { readonly apiKey: string; readonly url: string } {
    return { apiKey: this.current.env.SERVICE_API_KEY!, url: this.current.env.SERVICE_URL_OVERRIDE! };
  }

  get cpuMillis(): number {
    return this.endedCpuMillis + cpuMillisOf(this.current.pid);
  }

  async interrupt(millis: number): Promise<void> {
    const port = Number(new URL(this.current.url).port);
    this.endedCpuMillis += cpuMillisOf(this.current.pid);
    await this.current.stop();
    await sleep(millis);
    this.current = await startLocalService(this.folder, { built: true, port });
  }

  stop(): Promise<void> {
    return this.current.stop();
  }
}

interface Run {
  readonly wallMillis: number;
  readonly cpuMicros: number;
  /** Largest growth of the memory of the client. */
  readonly megabytes: number;
  readonly lost: number;
}

/** Logs a million points without waiting for any of them. */
async function run(api: API, service: RestartedService, isInterrupted: boolean): Promise<Run> {
  const experiment = await APIExperiment.create({ api, workspace: 'bench', projectName: 'outage' });
  const memoryBefore = process.memoryUsage.rss();
  const serviceBefore = service.cpuMillis;
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  let memory = 0;
  let outage = Promise.resolve();
  for (let step = 0; step < steps; step++) {
    const values: Record<string, number> = {};
    for (let metric = 0; metric < metrics; metric++) values[`metric_${metric}`] = Math.exp(-step / 300) + metric;
    void experiment.logMetrics(values, { step });
    if (isInterrupted && step === steps / 2) outage = service.interrupt(outageMillis);
    if (step % stepsPerPause > 0) continue;
    memory = Math.max(memory, process.memoryUsage.rss() - memoryBefore);
    await sleep(Math.max(0, (loopMillis * step) / steps - (performance.now() - start)));
  }
  await outage;
  await experiment.end();
  const wallMillis = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMicros = (user + system + (service.cpuMillis - serviceBefore) * 1000) / points;
  let stored = 0;
  for (let metric = 0; metric < metrics; metric++) {
    const read = await experiment.getMetrics({ metric: `metric_${metric}` });
    stored += new Set(read.map(({ step }) => step)).size;
    if (read.length > steps) throw new Error(`${read.length} points of ${steps}: some are stored twice`);
  }
  return { wallMillis, cpuMicros, megabytes: memory / 2 ** 20, lost: points - stored };
}

/** A million points that nobody waits for, while the service is stopped for some seconds in the middle. */
export async function outage(): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await RestartedService.start(path.join(folder, 'data'));
  try {
    const spool = path.join(folder, 'spool');
    const api = new API({ ...service.address, cache: false, spool, warn: () => {} });
    const undisturbed = await run(api, service, false);
    const interrupted = await run(api, service, true);
    const work = `a million points that nobody waits for, logged in ${loopMillis / 1000} s, the service stopped for ${outageMillis / 1000} s`;
    const ratio = interrupted.wallMillis / undisturbed.wallMillis;
    return [
      { work, quantity: 'points lost', unit: 'points', values: spread([interrupted.lost]), limit: 0 },
      { work, quantity: 'time against the undisturbed run', unit: 'times', values: spread([ratio]), limit: 1.2 },
      {
        work,
        quantity: 'CPU of client and service',
        unit: 'µs a point',
        values: spread([interrupted.cpuMicros]),
        limit: 10,
      },
      {
        work,
        quantity: 'growth of the memory of the client',
        unit: 'MB',
        values: spread([interrupted.megabytes]),
        limit: 200,
      },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
