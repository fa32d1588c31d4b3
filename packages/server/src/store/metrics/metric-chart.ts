import type { FrameHeader } from '@tracklens/core/contract';
import { ServiceError, sdkErrorCode } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import { readValues } from '../experiments/experiment-items.ts';
import { chartMetricJson, textsOf } from '../points/column-texts.ts';
import type { Points } from '../points/metric-chunk.ts';
import { optionalJson } from '../points/metric-json.ts';
import { fullPoints, sampledPoints, sampleIndices, sampleOfSteps } from '../points/metric-sample.ts';
import { joinBySteps, orderBySteps, pickPoints } from '../points/metric-series.ts';
import { everyPointJson } from './every-point.ts';
import { type MetricSummaryRow, readPoints } from './metric-read.ts';

/** Request of a chart. */
export interface ChartRequest {
  readonly experimentKeys: readonly string[];
  readonly metricNames: readonly string[];
  /** Null: the response contains no parameters. */
  readonly parameterNames: readonly string[] | null;
  /** False: only the steps that all requested metrics have. */
  readonly independent: boolean;
  /** True: up to 15,000 points per metric; false: about 500. */
  readonly full: boolean;
}

interface ChartExperiment {
  readonly key: string;
  readonly runId: string;
  readonly name: string | null;
  /** Time of the first point of any of its metrics. */
  readonly origin: number;
  readonly summaries: ReadonlyMap<string, MetricSummaryRow>;
}

/** Returns the summaries of some metrics, by experiment and name. */
async function summariesByExperiment(
  db: Executor,
  experimentKeys: readonly string[],
  metricNames: readonly string[],
): Promise<Map<string, Map<string, MetricSummaryRow>>> {
  const found = new Map(experimentKeys.map((key) => [key, new Map<string, MetricSummaryRow>()]));
  for (const names of slicesOf(metricNames)) {
    const rows = await db
      .selectFrom('metric_summaries')
      .selectAll()
      .where('experiment_key', 'in', experimentKeys)
      .where('metric_name', 'in', names)
      .execute();
    for (const row of rows) found.get(row.experiment_key)!.set(row.metric_name, row);
  }
  return found;
}

async function findExperiments(db: Executor, request: ChartRequest): Promise<ChartExperiment[]> {
  const found: ChartExperiment[] = [];
  for (const keys of slicesOf([...new Set(request.experimentKeys)])) {
    const experiments = await db
      .selectFrom('experiments')
      .select(['experiment_key', 'name', 'run_id'])
      .where('experiment_key', 'in', keys)
      .execute();
    const origins = await db
      .selectFrom('metric_summaries')
      .select(['experiment_key', (eb) => eb.fn.min('timestamp_first').as('origin')])
      .where('experiment_key', 'in', keys)
      .groupBy('experiment_key')
      .execute();
    const summaries = await summariesByExperiment(db, keys, request.metricNames);
    const originOf = new Map(origins.map((row) => [row.experiment_key, Number(row.origin)]));
    const rowOf = new Map(experiments.map((row) => [row.experiment_key, row]));
    for (const key of keys) {
      const row = rowOf.get(key);
      if (row === undefined) continue;
      const { run_id: runId, name } = row;
      found.push({ key, runId, name, origin: originOf.get(key) ?? 0, summaries: summaries.get(key)! });
    }
  }
  return found;
}

/**
 * Returns the cache key of a fragment. In addition to the part of the metric, it contains what can invalidate the
 * fragment: a point with an earlier timestamp changes the origin, and an experiment that was deleted and recreated has
 * another run id.
 */
function pieceName({ key, runId, origin }: ChartExperiment, metricName: string, part: string): string {
  return JSON.stringify([key, runId, metricName, origin, part]);
}

/** Points of a metric in a chart. */
interface ChartPoints {
  readonly points: Points;
  /** Number of logged points. */
  readonly total: number;
}

/** Returns the points of a metric sorted by step, downsampled to the limit. */
async function orderedPoints(db: Executor, summary: MetricSummaryRow, limit: number): Promise<ChartPoints> {
  const points = orderBySteps(await readPoints(db, summary));
  const indices = sampleOfSteps(points, limit);
  return { points: indices === null ? points : pickPoints(points, indices), total: points.values.length };
}

/** Serializes the points of a metric sorted by step, downsampled to the limit. */
async function orderedJson(
  db: Executor,
  summary: MetricSummaryRow,
  limit: number,
  origin: number,
): Promise<Uint8Array> {
  const { points, total } = await orderedPoints(db, summary, limit);
  return chartMetricJson(summary.metric_name, [textsOf(points, origin)], total);
}

/** Returns one metric of an experiment as JSON, from the cache if possible. */
async function metricPiece(
  store: Store,
  experiment: ChartExperiment,
  summary: MetricSummaryRow,
  limit: number,
): Promise<Uint8Array> {
  const { db, fragments } = store;
  const nameOf = (part: string) => pieceName(experiment, summary.metric_name, part);
  const cached = nameOf(`${limit} of ${summary.total}`);
  let piece = fragments.get(cached);
  if (piece === null) {
    piece = summary.total > limit ? null : await everyPointJson(store, db, summary, nameOf, experiment.origin);
    piece ??= await orderedJson(db, summary, limit, experiment.origin);
    fragments.set(cached, piece);
  }
  return piece;
}

/** Returns part of a chart, or null if its experiment was deleted after the request arrived. */
async function unlessDeleted<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError && error.sdkErrorCode === sdkErrorCode.noSuchExperiment) return null;
    throw error;
  }
}

interface JoinedMetrics {
  readonly pieces: Uint8Array[];
  readonly steps: string;
  readonly epochs: string;
}

/** Returns the indices of a sample of parallel series: what is chosen of one is in all. Null if all points fit. */
function sharedIndices(series: readonly Points[], limit: number): number[] | null {
  if (series[0]!.values.length <= limit) return null;
  const share = Math.max(5, Math.floor(limit / series.length));
  const indices = series.flatMap(({ values }) => sampleIndices(values, share) ?? []);
  return [...new Set(indices)].sort((a, b) => a - b);
}

async function joinedMetrics(
  db: Executor,
  experiment: ChartExperiment,
  names: readonly string[],
  limit: number,
): Promise<JoinedMetrics> {
  const summaries = names.map((name) => experiment.summaries.get(name));
  if (summaries.length === 0 || summaries.includes(undefined)) return { pieces: [], steps: 'null', epochs: 'null' };
  const series = [];
  for (const summary of summaries) series.push(await readPoints(db, summary!));
  const joined = joinBySteps(series);
  const total = joined[0]!.values.length;
  const indices = sharedIndices(joined, limit);
  const shown = indices === null ? joined : joined.map((points) => pickPoints(points, indices));
  return {
    pieces: shown.map((points, index) => chartMetricJson(names[index]!, [textsOf(points, experiment.origin)], total)),
    steps: `[${shown[0]!.steps.join(',')}]`,
    epochs: optionalJson(shown[0]!.epochs),
  };
}

async function chosenParameters(db: Executor, experimentKey: string, names: readonly string[]): Promise<string> {
  const wanted = new Set(names);
  const rows = await readValues(db, 'experiment_parameters', experimentKey);
  return JSON.stringify(
    Object.fromEntries(rows.flatMap((row) => (wanted.has(row.name) ? [[row.name, row.value]] : []))),
  );
}

/** Yields the part of a chart response for one experiment as JSON fragments. */
async function* experimentPieces(
  store: Store,
  experiment: ChartExperiment,
  request: ChartRequest,
  limit: number,
): AsyncGenerator<Uint8Array | string> {
  const { db } = store;
  const { metricNames, parameterNames, independent } = request;
  const joined = independent ? null : await unlessDeleted(joinedMetrics(db, experiment, metricNames, limit));
  const params = parameterNames === null ? 'null' : await chosenParameters(db, experiment.key, parameterNames);
  const key = JSON.stringify(experiment.key);
  yield `${key}:{"experiment_key":${key},"experimentKey":${key},"experimentName":${JSON.stringify(experiment.name)},` +
    `"empty":false,"steps":${joined?.steps ?? 'null'},"epochs":${joined?.epochs ?? 'null'},` +
    `"params":${params},"metrics":[`;
  let separator = '';
  for (const [index, name] of metricNames.entries()) {
    const summary = experiment.summaries.get(name);
    const piece = !independent
      ? joined?.pieces[index]
      : summary && (await unlessDeleted(metricPiece(store, experiment, summary, limit)));
    if (piece == null) continue;
    yield separator;
    yield piece;
    separator = ',';
  }
  yield ']}';
}

const limitOf = ({ full }: ChartRequest) => (full ? fullPoints : sampledPoints);
const namesOf = ({ metricNames }: ChartRequest) => [...new Set(metricNames)].filter((name) => name !== '');

/** Reads the experiments of a chart as of one moment. */
function readExperiments(store: Store, request: ChartRequest): Promise<ChartExperiment[]> {
  return store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => findExperiments(db, { ...request, metricNames: namesOf(request) }));
}

/**
 * Yields the points of each metric of a chart, as of one moment, in the form that `encode` returns. A metric that was
 * not logged is left out.
 */
export async function* chartColumns(
  store: Store,
  request: ChartRequest,
  encode: (header: Omit<FrameHeader, 'columns'>, points: Points) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const limit = limitOf(request);
  for (const experiment of await readExperiments(store, request)) {
    for (const metricName of namesOf(request)) {
      const summary = experiment.summaries.get(metricName);
      if (summary === undefined) continue;
      const name = pieceName(experiment, metricName, `columns ${limit} of ${summary.total}`);
      let piece = store.fragments.get(name);
      if (piece === null) {
        const read = await unlessDeleted(orderedPoints(store.db, summary, limit));
        if (read === null) continue;
        const { points, total } = read;
        piece = encode({ experimentKey: experiment.key, metricName, total, points: points.values.length }, points);
        store.fragments.set(name, piece);
      }
      yield piece;
    }
  }
}

/**
 * Yields a chart response, as of one moment, as JSON fragments: an object `experiments` by key. Keys without an
 * experiment are left out. If an experiment is deleted in the meantime, its remaining metrics are missing.
 */
export async function* chartPieces(store: Store, request: ChartRequest): AsyncGenerator<Uint8Array | string> {
  const limit = limitOf(request);
  const metricNames = namesOf(request);
  const experiments = await readExperiments(store, request);
  yield '{"experiments":{';
  for (const [index, experiment] of experiments.entries()) {
    if (index > 0) yield ',';
    yield* experimentPieces(store, experiment, { ...request, metricNames }, limit);
  }
  yield '}}';
}
