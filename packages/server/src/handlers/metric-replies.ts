import { columnsType, type contract } from '@tracklens/core/contract';
import type * as v from 'valibot';
import { columnFrame, lastFrame } from '../http/column-frames.ts';
import { streamed, streamedJson } from '../http/reply.ts';
import type { Store } from '../store/database/store.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { type ChartRequest, chartColumns, chartPieces } from '../store/metrics/metric-chart.ts';
import { type MetricSummaryRow, pointsInChunks, readSummaries } from '../store/metrics/metric-read.ts';
import { readWindow } from '../store/metrics/metric-window.ts';
import type { Points } from '../store/points/metric-chunk.ts';
import { valueText } from '../store/points/metric-json.ts';

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

type WindowRequest = v.InferOutput<typeof contract.metrics.window.body>;

/** Maximum number of points of all metrics of a windowed read of which each is returned. */
const everyPointLimit = 65_536;

/** Yields the points of metrics in windows as binary columns. */
async function* windowFrames(store: Store, { axis, buckets, series }: WindowRequest): AsyncGenerator<Uint8Array> {
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
export function pointsReply(
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

/** Returns the points of metrics in windows as binary columns. */
export function windowReply(store: Store, request: WindowRequest): Promise<Response> {
  return streamed(store.longReads, windowFrames(store, request), columnsType);
}

/** Returns a chart, in the form that the client accepts. Columns cannot contain parameters or joined steps. */
export function chartReply(store: Store, headers: Headers, request: ChartRequest): Promise<Response> {
  return acceptsColumns(headers) && request.independent && request.parameterNames === null
    ? streamed(store.longReads, chartFrames(store, request), columnsType)
    : streamedJson(store.longReads, chartPieces(store, request));
}
