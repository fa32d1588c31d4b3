import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, APIExperiment } from '@tracklens/core';
import { metricWindows } from '@tracklens/core/client';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';
import type { Outcome } from '../goal.ts';
import { cpuMillisOf } from '../process-cost.ts';
import { seedLongMetric } from '../seed-long-metric.ts';
import { type Sample, sideBySide, spread } from '../side-by-side.ts';

const pixelColumns = 800;
const rounds = 9;

/** A long metric in a service of its own, and a client without a cache. */
async function withLongMetric<T>(
  points: number,
  measure: (experiment: APIExperiment, service: LocalService) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const experimentKey = await seedLongMetric(path.join(folder, 'ours'), points);
  const service = await startLocalService(path.join(folder, 'ours'), { built: true });
  try {
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    return await measure(new APIExperiment({ api, previousExperiment: experimentKey }), service);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Windows of a metric of ten million points, as a zoomed chart reads them. */
async function windows(): Promise<Outcome[]> {
  const points = 10_000_000;
  return await withLongMetric(points, async ({ connection, key: experimentKey }, service) => {
    const measured = async (width: number): Promise<Outcome> => {
      const wall: number[] = [];
      const before = cpuMillisOf(service.pid);
      for (let round = 0; round <= rounds; round++) {
        const from = Math.floor(((points - width) * round) / rounds);
        const series = [{ experimentKey, metricName: 'loss', from, to: from + width - 1 }];
        const start = performance.now();
        const [window] = (await metricWindows(connection, series, { axis: 'step', buckets: pixelColumns }))!;
        wall.push(performance.now() - start);
        assert.equal(window!.total, width);
      }
      const cpu = (cpuMillisOf(service.pid) - before) / (rounds + 1);
      return {
        work: `a window of ${width.toLocaleString('en')} of ${points.toLocaleString('en')} points for ${pixelColumns} pixel columns, from the service's disk`,
        quantity: `CPU of the service ${cpu.toFixed(0)} ms; until it is in the client`,
        unit: 'ms',
        // The first round warms up.
        values: spread(wall.slice(1)),
        limit: 150,
      };
    };
    return [await measured(1000), await measured(100_000), await measured(points)];
  });
}

/** Every point of a metric of a million points, as binary columns and as JSON records, alternately. */
async function columns(): Promise<Outcome[]> {
  const points = 1_000_000;
  return await withLongMetric(points, async (experiment, service) => {
    const sample = async (read: () => Promise<number>): Promise<Sample> => {
      const cpuOf = () => cpuMillisOf(service.pid) + (process.cpuUsage().user + process.cpuUsage().system) / 1000;
      const [start, cpu] = [performance.now(), cpuOf()];
      assert.equal(await read(), points);
      return { wallMillis: performance.now() - start, cpuMillis: cpuOf() - cpu };
    };
    const before = process.memoryUsage().rss;
    let bytes = 0;
    const readColumns = async () => {
      const series = await experiment.getMetricSeries('loss');
      bytes = Math.max(bytes, process.memoryUsage().rss - before);
      return series!.values.length;
    };
    const ours = { name: 'binary columns', run: () => sample(readColumns) };
    await ours.run();
    const megabytes = bytes / 1e6;
    const records = async () => (await experiment.getMetrics({ metric: 'loss' })).length;
    const comparison = await sideBySide(ours, { name: 'JSON records', run: () => sample(records) }, { rounds });
    const work = `every one of ${points.toLocaleString('en')} points from the service's disk`;
    return [
      { work: `${work}, getMetricSeries against getMetrics`, comparison, atLeast: 4 },
      { work, quantity: 'getMetricSeries', unit: 'ms', values: comparison.oursMillis, limit: 100 },
      { work, quantity: 'growth of the memory of the client', unit: 'MB', values: spread([megabytes]), limit: 60 },
    ];
  });
}

/** Ranged reads of a long metric, and binary columns against JSON. */
export async function rangedReads(): Promise<Outcome[]> {
  return [...(await windows()), ...(await columns())];
}
