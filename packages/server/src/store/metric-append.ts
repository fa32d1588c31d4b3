import { changeExperiment } from './experiment-change.ts';
import { isNewBatch } from './metric-batches.ts';
import {
  chunkPoints,
  decodePoints,
  encodeSealed,
  encodeTail,
  joinPoints,
  noPoints,
  type Points,
  slicePoints,
} from './metric-chunk.ts';
import type { MetricTables } from './metric-tables.ts';
import type { Executor, Store } from './store.ts';

type Summary = MetricTables['metric_summaries'];

/** One point as it is logged. */
export interface LoggedPoint {
  /** With its context in front, when it has one. */
  readonly name: string;
  readonly context: string | null;
  readonly value: number;
  readonly step: number | null;
  readonly epoch: number | null;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

/** Metrics a statement may name; a summary has 16 columns and SQLite binds at most 32,766 variables. */
const metricsPerStatement = 500;

function byName(points: readonly LoggedPoint[]): Map<string, LoggedPoint[]> {
  const groups = new Map<string, LoggedPoint[]>();
  for (const point of points) {
    const group = groups.get(point.name);
    if (group === undefined) groups.set(point.name, [point]);
    else group.push(point);
  }
  return groups;
}

function columnsOf(points: readonly LoggedPoint[]): Points {
  const column = () => new Float64Array(points.length);
  const columns = { values: column(), steps: column(), epochs: column(), timestamps: column() };
  // Float64Array.from would walk an iterator and call a function for each entry of each column.
  for (let index = 0; index < points.length; index++) {
    const { value, step, epoch, timestamp } = points[index]!;
    columns.values[index] = value;
    columns.steps[index] = step ?? Number.NaN;
    columns.epochs[index] = epoch ?? Number.NaN;
    columns.timestamps[index] = timestamp;
  }
  return columns;
}

function summarise(experimentKey: string, before: Summary | undefined, points: readonly LoggedPoint[]): Summary {
  const first = points[0]!;
  const summary: Summary = before ?? {
    experiment_key: experimentKey,
    metric_name: first.name,
    run_context: first.context,
    total: 0,
    sealed: 0,
    value_current: null,
    value_min: null,
    value_max: null,
    step_current: null,
    step_min: null,
    step_max: null,
    timestamp_first: first.timestamp,
    timestamp_current: first.timestamp,
    timestamp_min: first.timestamp,
    timestamp_max: first.timestamp,
  };
  const next = { ...summary, total: summary.total + points.length };
  for (const { value, step, timestamp } of points) {
    if (timestamp < next.timestamp_first) next.timestamp_first = timestamp;
    if (Number.isNaN(value)) continue;
    if (next.value_min === null || value < next.value_min) {
      next.value_min = value;
      next.step_min = step;
      next.timestamp_min = timestamp;
    }
    if (next.value_max === null || value > next.value_max) {
      next.value_max = value;
      next.step_max = step;
      next.timestamp_max = timestamp;
    }
  }
  const last = points.at(-1)!;
  next.value_current = Number.isNaN(last.value) ? null : last.value;
  next.step_current = last.step;
  next.timestamp_current = last.timestamp;
  return next;
}

async function appendGroups(
  trx: Executor,
  experimentKey: string,
  groups: ReadonlyMap<string, readonly LoggedPoint[]>,
): Promise<void> {
  const names = [...groups.keys()];
  const present = await trx
    .selectFrom('metric_summaries')
    .leftJoin('metric_tails', (join) =>
      join
        .onRef('metric_tails.experiment_key', '=', 'metric_summaries.experiment_key')
        .onRef('metric_tails.metric_name', '=', 'metric_summaries.metric_name'),
    )
    .selectAll('metric_summaries')
    .select('metric_tails.data as tail')
    .where('metric_summaries.experiment_key', '=', experimentKey)
    .where('metric_summaries.metric_name', 'in', names)
    .execute();
  const before = new Map(present.map(({ tail, ...summary }) => [summary.metric_name, { tail, summary }]));

  const summaries: Summary[] = [];
  const tails: MetricTables['metric_tails'][] = [];
  const chunks: MetricTables['metric_chunks'][] = [];
  for (const [name, points] of groups) {
    const found = before.get(name);
    const summary = summarise(experimentKey, found?.summary, points);
    const key = { experiment_key: experimentKey, metric_name: name };
    const added = columnsOf(points);
    let open = found?.tail ? joinPoints([decodePoints(found.tail), added]) : added;
    while (open.values.length >= chunkPoints) {
      chunks.push({
        ...key,
        chunk: summary.sealed / chunkPoints,
        data: encodeSealed(slicePoints(open, 0, chunkPoints)),
      });
      summary.sealed += chunkPoints;
      open = slicePoints(open, chunkPoints);
    }
    summaries.push(summary);
    tails.push({ ...key, data: encodeTail(open.values.length === 0 ? noPoints : open) });
  }

  if (chunks.length > 0) await trx.insertInto('metric_chunks').values(chunks).execute();
  await trx
    .insertInto('metric_tails')
    .values(tails)
    .onConflict((conflict) =>
      conflict.columns(['experiment_key', 'metric_name']).doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })),
    )
    .execute();
  await trx
    .insertInto('metric_summaries')
    .values(summaries)
    .onConflict((conflict) =>
      conflict.columns(['experiment_key', 'metric_name']).doUpdateSet((eb) => ({
        total: eb.ref('excluded.total'),
        sealed: eb.ref('excluded.sealed'),
        value_current: eb.ref('excluded.value_current'),
        value_min: eb.ref('excluded.value_min'),
        value_max: eb.ref('excluded.value_max'),
        step_current: eb.ref('excluded.step_current'),
        step_min: eb.ref('excluded.step_min'),
        step_max: eb.ref('excluded.step_max'),
        timestamp_first: eb.ref('excluded.timestamp_first'),
        timestamp_current: eb.ref('excluded.timestamp_current'),
        timestamp_min: eb.ref('excluded.timestamp_min'),
        timestamp_max: eb.ref('excluded.timestamp_max'),
      })),
    )
    .execute();
}

/** Appends points to an experiment inside a transaction that holds it alone. */
export async function appendToExperiment(
  trx: Executor,
  experimentKey: string,
  points: readonly LoggedPoint[],
): Promise<void> {
  const groups = [...byName(points)];
  for (let from = 0; from < groups.length; from += metricsPerStatement) {
    await appendGroups(trx, experimentKey, new Map(groups.slice(from, from + metricsPerStatement)));
  }
}

/** How an append is told from one before it. */
export interface AppendOptions {
  /** Now, for points that carry their own times: the same points again within some minutes are a repetition. */
  readonly batchAt?: number;
}

/**
 * Appends points of any number of metrics to one experiment: all or none, and on disk when this returns.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function appendPoints(
  store: Store,
  experimentKey: string,
  points: readonly LoggedPoint[],
  { batchAt }: AppendOptions = {},
): Promise<void> {
  await changeExperiment(store, experimentKey, async (trx) => {
    if (batchAt !== undefined && !(await isNewBatch(trx, experimentKey, points, batchAt))) return;
    await appendToExperiment(trx, experimentKey, points);
  });
}
