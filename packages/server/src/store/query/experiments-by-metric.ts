import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { inProject } from '../experiments/experiment-lists.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';

/*
 * Pages of a large project are read in the order of an index of the metric's values. This index has the experiments of
 * all projects. If the others are few, their values are counted, and only the values of the page are looked up,
 * wherever it is in the list. If they are more, a limited number of values is read for the first pages; if most of
 * these belong to other projects, all experiments of the project are sorted.
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

/** Limits of what is read for a page. */
interface ReadLimits {
  /** Experiments outside of the list whose values are counted. */
  readonly others: number;
  /** Values that are read from the index if the others are more, those of the others included. */
  readonly values: number;
}

const limitsOf = ({ limit, offset }: MetricListing): ReadLimits => ({
  others: 1000,
  values: 50 * limit + 3 * offset,
});

/** Values that contain a page. */
interface ValueRange {
  /** First value, or null: from the start. */
  readonly first: number | null;
  /** Last value, or null: to the end. */
  readonly last: number | null;
  /** Number of listed experiments in the range before the page. */
  readonly offset: number;
}

/** Statements about the list of a page. */
interface ListSql extends MetricListing {
  readonly projectId: string;
  /** Whether an experiment is in the list. */
  readonly isListed: RawBuilder<SqlBool>;
  /** Value of a row of `metric_summaries as summary`. */
  readonly value: RawBuilder<number>;
  /** Whether this row is of the metric and has a value. */
  readonly ofMetric: RawBuilder<SqlBool>;
  readonly direction: RawBuilder<unknown>;
}

async function listSql(db: Executor, projectId: string, listing: MetricListing): Promise<ListSql> {
  const { metricName, sortBy, sortOrder, archived } = listing;
  const ofProject = await inProject(db, projectId);
  const value = sql.ref<number>(`summary.${columns[sortBy]}`);
  return {
    ...{ ...listing, projectId, value, direction: sql.raw(sortOrder) },
    isListed: sql`${ofProject} and experiments.archived = ${archived ? 1 : 0}`,
    ofMetric: sql`summary.metric_name = ${metricName} and ${value} is not null`,
  };
}

/** Returns the statement that finds the value at a position of the index. */
const valueAt = ({ value, ofMetric, direction }: ListSql, position: number) =>
  sql<{ value: number }>`select ${value} as value from metric_summaries as summary
    where ${ofMetric} order by ${value} ${direction} limit 1 offset ${position}`;

/** Returns the values of all experiments outside of the list; null if more than `max` are. */
async function valuesOfOthers(db: Executor, list: ListSql, max: number): Promise<number[] | null> {
  const { projectId, isListed, archived, value, metricName } = list;
  const part = (condition: RawBuilder<unknown>) => sql`select * from (select experiment_key from experiments
    where ${condition} and not (${isListed}) limit ${max + 1}) as part`;
  // Each reads a part of the index of the projects.
  const parts = [
    sql`project_id < ${projectId}`,
    sql`project_id = ${projectId} and archived = ${archived ? 0 : 1}`,
    sql`project_id > ${projectId}`,
  ];
  const { rows } = await sql<{ value: number | null }>`select
      (select ${value} from metric_summaries as summary where summary.experiment_key = others.experiment_key
        and summary.metric_name = ${metricName}) as value
    from (${sql.join(parts.map(part), sql` union all `)}) as others`.execute(db);
  return rows.length > max ? null : rows.flatMap((row) => row.value ?? []);
}

/** Returns the range of a page that may be anywhere in the list, by the values of all experiments outside of it. */
async function countedRange(db: Executor, list: ListSql, others: readonly number[]): Promise<ValueRange> {
  const { value, ofMetric, limit, offset, sortOrder } = list;
  const isAscending = sortOrder === 'asc';
  const { rows } = await sql<{ first: number | null; last: number | null; before: number }>`
    with first as (${valueAt(list, offset)})
    select (select value from first) as first, (${valueAt(list, offset + limit - 1 + others.length)}) as last,
      (select count(*) from metric_summaries as summary
        where ${ofMetric} and ${value} ${sql.raw(isAscending ? '<' : '>')} (select value from first)) as before`.execute(
    db,
  );
  const { first, last, before } = rows[0]!;
  const othersBefore = others.filter((other) => first !== null && (isAscending ? other < first : other > first));
  return { first, last, offset: offset - Number(before) + othersBefore.length };
}

/** Returns the range of the first values of the index, if the project has more experiments than these. */
async function firstRange(db: Executor, list: ListSql, values: number): Promise<ValueRange | null> {
  const listed = await sql`select 1 from experiments where ${list.isListed} limit 1 offset ${values}`.execute(db);
  if (listed.rows.length === 0) return null;
  const { rows } = await valueAt(list, values).execute(db);
  return { first: null, last: rows[0]?.value ?? null, offset: list.offset };
}

/**
 * Returns a page of the experiments of a project in the order of a metric. Equal ones are newest first; those without a
 * number are last.
 */
export async function experimentsByMetric(
  db: Executor,
  projectId: string,
  listing: MetricListing,
  limits: ReadLimits = limitsOf(listing),
): Promise<ExperimentRow[]> {
  const { metricName, sortOrder, limit, offset } = listing;
  const list = await listSql(db, projectId, listing);
  const { isListed, value, ofMetric, direction } = list;
  const order = sql`${value} ${direction}, experiments.start_time desc, experiments.experiment_key`;

  async function allSorted(): Promise<ExperimentRow[]> {
    const { rows } =
      await sql<ExperimentRow>`select experiments.* from experiments left join metric_summaries as summary
      on summary.experiment_key = experiments.experiment_key and summary.metric_name = ${metricName}
      where ${isListed} order by ${value} is null, ${order} limit ${limit} offset ${offset}`.execute(db);
    return rows;
  }

  const others = await valuesOfOthers(db, list, limits.others);
  const range = await (others === null ? firstRange(db, list, limits.values) : countedRange(db, list, others));
  if (range === null) return await allSorted();
  const [from, to] = sortOrder === 'asc' ? ['>=', '<='] : ['<=', '>='];
  const bound = (operator: string | undefined, at: number | null) =>
    at === null ? sql`` : sql`and ${value} ${sql.raw(operator!)} ${at}`;
  // A cross join prevents SQLite from starting with the experiments.
  const { rows } = await sql<ExperimentRow>`select experiments.* from metric_summaries as summary cross join experiments
    where ${ofMetric} ${bound(from, range.first)} ${bound(to, range.last)}
      and experiments.experiment_key = summary.experiment_key and ${isListed}
    order by ${order} limit ${limit} offset ${range.offset}`.execute(db);
  if (rows.length === limit) return rows;
  if (range.last !== null) return await allSorted();
  const numbered = rows.length > 0 || offset === 0 ? offset + rows.length : await countOf();
  const rest = await sql<ExperimentRow>`select experiments.* from experiments where ${isListed}
    and not exists (select 1 from metric_summaries as summary
      where summary.experiment_key = experiments.experiment_key and ${ofMetric})
    order by experiments.start_time desc, experiments.experiment_key
    limit ${limit - rows.length} offset ${Math.max(0, offset - numbered)}`.execute(db);
  return [...rows, ...rest.rows];

  async function countOf(): Promise<number> {
    const found = await sql<{ count: number }>`select count(*) as count from metric_summaries as summary
      cross join experiments where ${ofMetric} and experiments.experiment_key = summary.experiment_key
      and ${isListed}`.execute(db);
    return Number(found.rows[0]!.count);
  }
}
