import type { MetricSummary, RejectedPoints } from '@tracklens/core/contract';
import type * as v from 'valibot';
import { ServiceError, sdkErrorCode, textWithNul } from '../errors/service-error.ts';
import type { Store } from '../store/database/store.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { appendPoints } from '../store/metrics/metric-append.ts';
import { idOfPoints } from '../store/metrics/metric-batches.ts';
import { type MetricSummaryRow, readSummaries } from '../store/metrics/metric-read.ts';
import type { LoggedPoint } from '../store/points/logged-point.ts';
import { valueText } from '../store/points/metric-json.ts';
import { type HandlerContext, type Handlers, writeReply } from './handler.ts';
import { keyedBatch } from './keyed-batch.ts';
import { chartReply, pointsReply, windowReply } from './metric-replies.ts';
import { loggedPoint, type WireMoment, type WirePoint } from './metric-values.ts';
import { parameters } from './parameters.ts';

function summaryRecord(row: MetricSummaryRow): MetricSummary {
  return {
    name: row.metric_name,
    valueMax: valueText(row.value_max),
    valueMin: valueText(row.value_min),
    valueCurrent: valueText(row.value_current),
    timestampMax: row.timestamp_max,
    timestampMin: row.timestamp_min,
    timestampCurrent: row.timestamp_current,
    stepMax: row.step_max,
    stepMin: row.step_min,
    stepCurrent: row.step_current,
  };
}

/** Logs system readings of one moment as metric points, with the metric names of the Python client. */
async function logReadings(
  experimentKey: string,
  { context, step, epoch, timestamp }: WireMoment & { readonly context?: string | null | undefined },
  readings: readonly (readonly [string, number])[],
  headers: Headers,
  { store, now }: HandlerContext,
) {
  const at = now();
  // The context is not added to the name: clients look these metrics up by fixed names.
  const points = readings.map(([metricName, metricValue]) => ({
    ...loggedPoint({ metricName, metricValue, step, epoch, timestamp }, at),
    context: context || null,
  }));
  await appendPoints(store, experimentKey, points, { batch: keyedBatch(headers, at) });
  return writeReply();
}

type RejectedPoint = v.InferOutput<typeof RejectedPoints>['refused'];

/** Splits a batch into valid points and rejected ones. */
function splitPoints(values: readonly WirePoint[], { dialect }: Store, now: number) {
  const points: LoggedPoint[] = [];
  const rejected: RejectedPoint = [];
  for (let index = 0; index < values.length; index++) {
    try {
      const point = loggedPoint(values[index]!, now);
      if (dialect === 'postgres' && point.name.includes('\0')) throw textWithNul;
      points.push(point);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      rejected.push({ index, reason: error.message });
    }
  }
  return { points, rejected };
}

/**
 * Returns the error for rejected points. The valid points of the batch are stored: one bad metric of a script must
 * not lose the others.
 */
function pointsRejected(rejected: RejectedPoint, count: number): ServiceError {
  const { reason } = rejected[0]!;
  const message =
    count === 1 ? reason : `${rejected.length} of ${count} points were rejected, the others were stored: ${reason}`;
  return new ServiceError(400, message, sdkErrorCode.none, { data: { refused: rejected } });
}

const average = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Handlers of the `metrics` endpoints. */
export const metrics: Handlers<'metrics'> = {
  ...parameters,

  all: ({ query, headers }, { store }) => pointsReply(store, headers, query.experimentKey),

  one: ({ query, headers }, { store }) => pointsReply(store, headers, query.experimentKey, [query.metricName]),

  window: ({ body }, { store }) => windowReply(store, body),

  summary: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await readSummaries(store.db, query.experimentKey);
    return { values: rows.map(summaryRecord) };
  },

  chart: ({ body, headers }, { store }) =>
    chartReply(store, headers, {
      experimentKeys: body.targetedExperiments,
      metricNames: body.metrics,
      parameterNames: body.params ?? null,
      independent: body.independentMetrics,
      full: body.fetchFull,
    }),

  log: async ({ body, headers }, { store, now }) => {
    const at = now();
    await appendPoints(store, body.experimentKey, [loggedPoint(body, at)], { batch: keyedBatch(headers, at) });
    return writeReply();
  },

  logBatch: async ({ body, headers }, { store, now }) => {
    const at = now();
    const { points, rejected } = splitPoints(body.values, store, at);
    const timed = body.values.every((point) => typeof point.timestamp === 'number');
    const batch = keyedBatch(headers, at) ?? (timed ? { id: idOfPoints(points), at } : undefined);
    if (points.length === 0) await requireExperiment(store.db, body.experimentKey);
    else await appendPoints(store, body.experimentKey, points, { batch });
    if (rejected.length > 0) throw pointsRejected(rejected, body.values.length);
    return writeReply();
  },

  logCpu: ({ body, headers }, context) => {
    const percents = body.cpuPercentUtilization;
    const readings = percents.map((percent, index): [string, number] => [
      `sys.cpu.percent.${String(index + 1).padStart(2, '0')}`,
      percent,
    ]);
    if (percents.length > 0) readings.push(['sys.cpu.percent.avg', average(percents)]);
    return logReadings(body.experimentKey, body, readings, headers, context);
  },

  logGpu: ({ body, headers }, context) => {
    const readings = body.gpus.flatMap((gpu): [string, number][] => [
      [`sys.gpu.${gpu.gpuId}.free_memory`, gpu.freeMemory],
      [`sys.gpu.${gpu.gpuId}.used_memory`, gpu.usedMemory],
      [`sys.gpu.${gpu.gpuId}.gpu_utilization`, gpu.gpuUtilization],
      [`sys.gpu.${gpu.gpuId}.total_memory`, gpu.totalMemory],
    ]);
    return logReadings(body.experimentKey, {}, readings, headers, context);
  },

  logLoad: ({ body, headers }, context) =>
    logReadings(body.experimentKey, body, [['sys.load.avg', body.loadAverage]], headers, context),

  logRam: ({ body, headers }, context) => {
    const readings = [['sys.ram.total', body.totalRam] as const, ['sys.ram.used', body.usedRam] as const];
    return logReadings(body.experimentKey, body, readings, headers, context);
  },
};
