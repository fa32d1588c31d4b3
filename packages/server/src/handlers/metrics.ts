import { columnsType, type contract, type MetricSummary, type RejectedPoints } from '@tracklens/core/contract';
import type * as v from 'valibot';
import { ServiceError, sdkErrorCode, textWithNul } from '../errors/service-error.ts';
import { columnFrame, lastFrame } from '../http/column-frames.ts';
import { streamed, streamedJson } from '../http/reply.ts';
import type { Store } from '../store/database/store.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { appendPoints } from '../store/metrics/metric-append.ts';
import { idOfPoints } from '../store/metrics/metric-batches.ts';
import { type ChartRequest, chartColumns, chartPieces } from '../store/metrics/metric-chart.ts';
import { type MetricSummaryRow, pointsInChunks, readSummaries } from '../store/metrics/metric-read.ts';
import { readWindow } from '../store/metrics/metric-window.ts';
import type { LoggedPoint } from '../store/points/logged-point.ts';
import type { Points } from '../store/points/metric-chunk.ts';
import { valueText } from '../store/points/metric-json.ts';
import { type HandlerContext, type Handlers, writeReply } from './handler.ts';
import { keyedBatch } from './keyed-batch.ts';
import { loggedPoint, type WireMoment, type WirePoint } from './metric-values.ts';
import { parameters } from './parameters.ts';

/** Serializes the points of one metric as comma-separated JSON objects. */
function recordsJson(summary: MetricSummaryRow, { values, steps, epochs, timestamps }: Points): string {
  const start = `{"metricName":${JSON.stringify(summary.metric_name)},"metricValue":"`;
  const end = `,"runContext":${JSON.stringify(summary.run_context)}}`;
  const optional = (entry: number) => (Number.isNaN(entry) ? 'null' : entry);
  let records = '';
  for (let index = 0; index < values.length; index++) {
    records +=
      `${index === 0 ? '' : ','}${start}${valueText(values[index]!)}","timestamp":${timestamps[index]},` +
      `"step":${optional(steps[index]!)},"epoch":${optional(epochs[index]!)}${end}`;
  }
  return records;
}

/** Yields every point of some metrics, as of one moment, as chunks of JSON. */
async function* allPoints(store: Store, experimentKey: string, names?: readonly string[]): AsyncGenerator<string> {
  await requireExperiment(store.db, experimentKey);
  const summaries = await readSummaries(store.db, experimentKey, names);
  let separator = '{"metrics":[';
  for (const summary of summaries) {
    for await (const points of pointsInChunks(store.db, summary)) {
      yield separator + recordsJson(summary, points);
      separator = ',';
    }
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

/** Maximum number of points of all metrics of a windowed read of which each is returned. */
const everyPointLimit = 65_536;

/** Yields the points of metrics in windows as binary columns. */
async function* windowFrames(
  store: Store,
  { axis, buckets, series }: v.InferOutput<typeof contract.metrics.window.body>,
): AsyncGenerator<Uint8Array> {
  const limits = { buckets, everyPoint: Math.max(4 * buckets, everyPointLimit / Math.max(1, series.length)) };
  for (const { experimentKey, metricName, from, to } of series) {
    const [summary] = await readSummaries(store.db, experimentKey, [metricName]);
    const window = summary && (await readWindow(store, summary, { axis, from, to }, limits));
    if (window == null) continue;
    const { points, total } = window;
    yield columnFrame({ experimentKey, metricName, total, points: points.values.length }, [points]);
  }
  yield lastFrame;
}

/** Number of chunks whose points are one frame. */
const chunksPerFrame = 16;

/** Yields every point of some metrics, as of one moment, as binary columns. */
async function* allFrames(store: Store, experimentKey: string, names?: readonly string[]): AsyncGenerator<Uint8Array> {
  await requireExperiment(store.db, experimentKey);
  for (const summary of await readSummaries(store.db, experimentKey, names)) {
    const { metric_name: metricName, total } = summary;
    const header = { experimentKey, metricName, total, points: total };
    let parts: Points[] = [];
    for await (const points of pointsInChunks(store.db, summary)) {
      parts.push(points);
      if (parts.length < chunksPerFrame) continue;
      yield columnFrame(header, parts);
      parts = [];
    }
    if (parts.length > 0) yield columnFrame(header, parts);
  }
  yield lastFrame;
}

const acceptsColumns = (headers: Headers) => headers.get('accept')?.includes(columnsType) === true;

/** Returns every point of some metrics, in the form that the client accepts. */
function pointsReply(
  store: Store,
  headers: Headers,
  experimentKey: string,
  names?: readonly string[],
): Promise<Response> {
  return acceptsColumns(headers)
    ? streamed(store.longReads, allFrames(store, experimentKey, names), columnsType)
    : streamedJson(store.longReads, allPoints(store, experimentKey, names));
}

/** Yields the points of a chart as binary columns. */
async function* chartFrames(store: Store, request: ChartRequest): AsyncGenerator<Uint8Array> {
  yield* chartColumns(store, request, (header, points) => columnFrame(header, [points]));
  yield lastFrame;
}

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

  window: ({ body }, { store }) => streamed(store.longReads, windowFrames(store, body), columnsType),

  summary: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await readSummaries(store.db, query.experimentKey);
    return { values: rows.map(summaryRecord) };
  },

  chart: ({ body, headers }, { store }) => {
    const request = {
      experimentKeys: body.targetedExperiments,
      metricNames: body.metrics,
      parameterNames: body.params ?? null,
      independent: body.independentMetrics,
      full: body.fetchFull,
    };
    // Columns cannot hold parameters or joined steps.
    return acceptsColumns(headers) && request.independent && request.parameterNames === null
      ? streamed(store.longReads, chartFrames(store, request), columnsType)
      : streamedJson(store.longReads, chartPieces(store, request));
  },

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
