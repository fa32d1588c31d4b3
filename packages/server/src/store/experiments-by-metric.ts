import { type SqlBool, sql } from 'kysely';
import type { Executor } from './executor.ts';
import type { ExperimentRow } from './experiment-tables.ts';
import { inProject } from './experiments.ts';

/*
 * The first pages of a large project are read in the order of an index of the metric's values. This index has the
 * experiments of all projects. If those of other projects are too many, all experiments of the project are sorted.
 */

/** Values of a metric that experiments can be sorted by, with their columns. Each has an index. */
const columns = { current: 'value_current', min: 'value_min', max: 'value_max' } as const;

/** Selection and order of experiments by a metric. */
export interface MetricListing {
  readonly archived: boolean;
  readonly metricName: string;
  readonly sortBy: keyof typeof columns;
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** Returns the number of values that may be read from the index for a page, those of other projects included. */
const readsOf = ({ limit, offset }: MetricListing) => 50 * limit + 3 * offset;

/**
 * Returns a page of the experiments of a project in the order of a metric. Equal ones are newest first; those without a
 * number are last.
 *
 * @param reads maximum number of values that are read from the index
 */
export async function experimentsByMetric(
  db: Executor,
  projectId: string,
  listing: MetricListing,
  reads: number = readsOf(listing),
): Promise<ExperimentRow[]> {
  const { metricName, sortBy, sortOrder, limit, offset } = listing;
  const ofProject = await inProject(db, projectId);
  const isListed = sql<SqlBool>`${ofProject} and experiments.archived = ${listing.archived ? 1 : 0}`;
  const value = sql.ref(`summary.${columns[sortBy]}`);
  const order = sql`${value} ${sql.raw(sortOrder)}, experiments.start_time desc, experiments.experiment_key`;
  const page = sql`limit ${limit} offset ${offset}`;

  async function allSorted(): Promise<ExperimentRow[]> {
    const { rows } =
      await sql<ExperimentRow>`select experiments.* from experiments left join metric_summaries as summary
      on summary.experiment_key = experiments.experiment_key and summary.metric_name = ${metricName}
      where ${isListed} order by ${value} is null, ${order} ${page}`.execute(db);
    return rows;
  }

  const listed = await sql`select 1 from experiments where ${isListed} limit 1 offset ${reads}`.execute(db);
  if (listed.rows.length === 0) return await allSorted();
  const ofMetric = sql`summary.metric_name = ${metricName} and ${value} is not null`;
  const boundary = await sql<{ value: number }>`select ${value} as value from metric_summaries as summary
    where ${ofMetric} order by ${value} ${sql.raw(sortOrder)} limit 1 offset ${reads}`.execute(db);
  const last = boundary.rows[0]?.value;
  const upTo = last === undefined ? sql`` : sql`and ${value} ${sql.raw(sortOrder === 'asc' ? '<=' : '>=')} ${last}`;
  // A cross join prevents SQLite from starting with the experiments.
  const ranked = sql`from metric_summaries as summary cross join experiments
    where ${ofMetric} ${upTo} and experiments.experiment_key = summary.experiment_key and ${isListed}`;
  const { rows } = await sql<ExperimentRow>`select experiments.* ${ranked} order by ${order} ${page}`.execute(db);
  if (rows.length === limit) return rows;
  if (last !== undefined) return await allSorted();
  const numbered = rows.length > 0 || offset === 0 ? offset + rows.length : await countOf();
  const others = await sql<ExperimentRow>`select experiments.* from experiments where ${isListed}
    and not exists (select 1 from metric_summaries as summary
      where summary.experiment_key = experiments.experiment_key and ${ofMetric})
    order by experiments.start_time desc, experiments.experiment_key
    limit ${limit - rows.length} offset ${Math.max(0, offset - numbered)}`.execute(db);
  return [...rows, ...others.rows];

  async function countOf(): Promise<number> {
    const found = await sql<{ count: number }>`select count(*) as count ${ranked}`.execute(db);
    return Number(found.rows[0]!.count);
  }
}
