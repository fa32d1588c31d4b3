import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { API } from '@tracklens/core';
import { inRoot } from '../../scripts/folders.ts';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';
import type { Outcome } from '../goal.ts';
import { cpuMillisOf, residentMegabytesOf } from '../process-cost.ts';
import { seedLongMetric } from '../seed-long-metric.ts';
import { spread } from '../side-by-side.ts';

const points = 1_000_000;
const readers = 12;
/** Number of large responses that the measurement lasts for, after the first of each reader began. */
const largeResponses = 2 * readers;
const quietReads = 200;

/**
 * Returns the milliseconds of sequential small reads by another client, on its own connection, until `goesOn` is false.
 */
async function smallReads(api: API, goesOn: (done: number) => boolean): Promise<number[]> {
  const millis: number[] = [];
  while (goesOn(millis.length)) {
    const start = performance.now();
    await api.getWorkspaces();
    millis.push(performance.now() - start);
  }
  return millis;
}

/** Checks that a large response is complete: as many points as were logged, in order. */
async function wholeBytes(service: LocalService, address: string): Promise<number> {
  const response = await fetch(address, { headers: { authorization: service.env.SERVICE_API_KEY! } });
  const text = await response.text();
  const { metrics } = JSON.parse(text) as { metrics: { step: number }[] };
  if (metrics.length !== points || metrics.some(({ step }, index) => step !== index)) {
    throw new Error(`${metrics.length} points in the response instead of ${points}, or out of order`);
  }
  return Buffer.byteLength(text);
}

interface Busy {
  readonly smallMillis: readonly number[];
  readonly megabytes: number;
}

/** Small reads while others read every point of a long metric, and the peak memory of the service. */
async function whileOthersRead(api: API, service: LocalService, address: string, bytes: number): Promise<Busy> {
  const child = spawn(
    process.execPath,
    [inRoot('bench', 'large-readers.ts'), address, service.env.SERVICE_API_KEY!, String(readers)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytesOf(service.pid));
  }, 50);
  let responses = 0;
  let wrong: string | null = null;
  const ended = new Promise((done) => child.once('close', done));
  createInterface({ input: child.stdout }).on('line', (line) => {
    responses++;
    if ((JSON.parse(line) as { bytes: number }).bytes !== bytes) wrong = line;
  });
  try {
    const smallMillis = await smallReads(
      api,
      () => responses < largeResponses && wrong === null && child.exitCode === null,
    );
    if (wrong !== null) throw new Error(`A response is incomplete: ${wrong} instead of ${bytes} bytes`);
    if (responses < largeResponses) throw new Error('The readers ended early');
    return { smallMillis, megabytes };
  } finally {
    clearInterval(watch);
    child.kill();
    await ended;
  }
}

/** Latency of a small read while twelve others read a metric of a million points, and the memory that this takes. */
export async function largeReads(): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const experimentKey = await seedLongMetric(path.join(folder, 'ours'), points);
  const service = await startLocalService(path.join(folder, 'ours'), { built: true });
  try {
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    const address = `${service.url}/api/rest/v2/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=loss`;
    const bytes = await wholeBytes(service, address);
    await smallReads(api, (done) => done < quietReads);
    const quiet = spread(await smallReads(api, (done) => done < quietReads));
    const cpuMillis: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = cpuMillisOf(service.pid);
      const response = await fetch(address, { headers: { authorization: service.env.SERVICE_API_KEY! } });
      if ((await response.arrayBuffer()).byteLength !== bytes) throw new Error('A response is incomplete');
      cpuMillis.push(cpuMillisOf(service.pid) - before);
    }
    const { smallMillis, megabytes } = await whileOthersRead(api, service, address, bytes);
    const work = `${readers} clients read a metric of ${points} points, repeatedly`;
    const baseline = `small read of another client (on the idle service: ${quiet.median.toFixed(2)} ms)`;
    return [
      { work, quantity: baseline, unit: 'ms', values: spread(smallMillis), limit: 250 },
      { work, quantity: 'peak memory of the service', unit: 'MB', values: spread([megabytes]), limit: 400 },
      {
        work: `one read of ${points} points`,
        quantity: 'CPU of the service',
        unit: 'ms',
        values: spread(cpuMillis),
        limit: 2500,
      },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
