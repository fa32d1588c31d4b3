import { SqliteAdapter, sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { preparedRows } from '../database/prepared-query.ts';
import type { MetricTables } from '../tables/metric-tables.ts';

/* Statements of an append. They are by far the most frequent ones of the service, so each is compiled only once. */

type Summary = MetricTables['metric_summaries'];
type Tail = MetricTables['metric_tails'];
type Chunk = MetricTables['metric_chunks'];
type Ranges = MetricTables['metric_ranges'];

/** Key of one metric of one experiment. */
export interface MetricName {
  readonly experiment_key: string;
  readonly metric_name: string;
}

const ofMetric = ['experiment_key', 'metric_name'] as const;
const measured = [
  'total',
  'sealed',
  'value_current',
  'value_min',
  'value_max',
  'step_current',
  'step_min',
  'step_max',
  'timestamp_first',
  'timestamp_current',
  'timestamp_min',
  'timestamp_max',
] as const;

/** Prepares the statement that returns the existing rows of metrics of one experiment in a table. */
const findRows = <Table extends 'metric_summaries' | 'metric_tails'>(table: Table) =>
  preparedRows<MetricName, MetricTables[Table]>(ofMetric, (db, metrics) =>
    db
      .selectFrom<'metric_summaries' | 'metric_tails'>(table)
      .selectAll()
      .where('experiment_key', '=', metrics[0]!.experiment_key)
      .where(
        'metric_name',
        'in',
        metrics.map((metric) => metric.metric_name),
      )
      .$castTo<MetricTables[Table]>(),
  );

/** Returns the summaries of metrics of one experiment. */
export const findSummaries = findRows('metric_summaries');

/** Returns the last chunks of metrics of one experiment. */
export const findTails = findRows('metric_tails');

/** Inserts or replaces summaries. */
export const saveSummaries = preparedRows<Summary, unknown>(
  [...ofMetric, 'run_context', ...measured],
  (db, summaries) =>
    db
      .insertInto('metric_summaries')
      .values(summaries)
      .onConflict((conflict) =>
        conflict
          .columns(ofMetric)
          .doUpdateSet((eb) => Object.fromEntries(measured.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      ),
);

/** Returns the data of an existing row followed by that of the inserted one. */
function joinedData(db: Executor, table: 'metric_tails' | 'metric_ranges') {
  const joined = sql<Uint8Array>`${sql.ref(`${table}.data`)} || excluded.data`;
  // In SQLite, concatenating blobs returns text with the same bytes.
  return db.getExecutor().adapter instanceof SqliteAdapter ? sql<Uint8Array>`cast(${joined} as blob)` : joined;
}

/**
 * Appends points to the last chunks of metrics. The existing data is neither fetched nor decoded; the database copies
 * it (at most 40 kB).
 */
export const extendTails = preparedRows<Tail, unknown>([...ofMetric, 'data'], (db, tails) =>
  db
    .insertInto('metric_tails')
    .values(tails)
    .onConflict((conflict) => conflict.columns(ofMetric).doUpdateSet({ data: joinedData(db, 'metric_tails') })),
);

/** Appends ranges of sealed chunks. */
export const extendRanges = preparedRows<Ranges, unknown>([...ofMetric, 'part', 'data'], (db, ranges) =>
  db
    .insertInto('metric_ranges')
    .values(ranges)
    .onConflict((conflict) =>
      conflict.columns([...ofMetric, 'part']).doUpdateSet({ data: joinedData(db, 'metric_ranges') }),
    ),
);

/** Inserts or replaces open ends. */
export const replaceTails = preparedRows<Tail, unknown>([...ofMetric, 'data'], (db, tails) =>
  db
    .insertInto('metric_tails')
    .values(tails)
    .onConflict((conflict) => conflict.columns(ofMetric).doUpdateSet((eb) => ({ data: eb.ref('excluded.data') }))),
);

/** Inserts sealed chunks. */
export const addChunks = preparedRows<Chunk, unknown>([...ofMetric, 'chunk', 'data'], (db, chunks) =>
  db.insertInto('metric_chunks').values(chunks),
);
