import type { Column } from '@tracklens/core/query';
import { sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { inProject } from '../experiments/experiment-lists.ts';
import { columnTypeOf, type ReadType } from '../tables/value-text.ts';
import { metadataTypes } from './query-metadata.ts';

/**
 * Name used by some experiment of a project and the type of a value logged under it; null if the table has no types.
 */
interface NameFound {
  readonly name: string;
  readonly type: ReadType | null;
}

/** Table of names, with the columns of one of its indexes: the name, the type of the value, another one. */
interface NamedTable {
  readonly table: string;
  readonly name: string;
  readonly type: 'value_type' | null;
  readonly next: string;
}

const items = (table: string): NamedTable => ({ table, name: 'name', type: 'value_type', next: 'value_number' });
const tables = {
  metrics: { table: 'metric_summaries', name: 'metric_name', type: null, next: 'value_current' },
  params: items('experiment_parameters'),
  log_other: items('experiment_others'),
  env_details: items('experiment_environment'),
  tag: { table: 'experiment_tags', name: 'tag', type: null, next: 'experiment_key' },
} as const satisfies Record<string, NamedTable>;

/** Condition that an experiment belongs to a project. */
type OfProject = Awaited<ReturnType<typeof inProject>>;

/** Finds the names by scanning all rows of the project's experiments. */
async function namesOfExperiments(db: Executor, ofProject: OfProject, { table, name, type }: NamedTable) {
  const kind = type === null ? sql`null` : sql.ref(`logged.${type}`);
  return await sql<NameFound>`
    select distinct ${sql.ref(`logged.${name}`)} as name, ${kind} as type
    from ${sql.table(table)} as logged join experiments on experiments.experiment_key = logged.experiment_key
    where ${ofProject}`.execute(db);
}

/** Finds the names by jumping from one to the next in the index, and checks each for an experiment of the project. */
async function namesOfIndex(db: Executor, ofProject: OfProject, { table, name, type, next }: NamedTable) {
  const column = sql.ref(`named.${name}`);
  const from = sql`${sql.table(table)} as named`;
  const types = type === null ? sql`(null)` : sql`('boolean'), ('double'), ('string'), ('empty')`;
  const ofType = type === null ? sql`` : sql`and ${sql.ref(`named.${type}`)} = types.column1`;
  // A cross join prevents SQLite from starting with the experiments. Without the order, PostgreSQL would expect to find
  // a row early, and read the whole table where there is none.
  return await sql<NameFound>`
    with recursive names(name) as (
      select min(${column}) from ${from}
      union all
      select (select min(${column}) from ${from} where ${column} > names.name) from names where names.name is not null)
    select names.name as name, types.column1 as type from names cross join (values ${types}) as types
    where names.name is not null and (
      select 1 from ${from} cross join experiments
      where ${column} = names.name ${ofType} and experiments.experiment_key = named.experiment_key
      and ${ofProject} order by ${sql.ref(`named.${next}`)} limit 1) is not null`.execute(db);
}

/**
 * Returns whether jumping through the index is faster. Names that only other projects use are searched for in all of
 * their experiments, so there must be at most `fewOthers` of these, or fewer than of this project.
 */
async function usesIndex(db: Executor, projectId: string, ofProject: OfProject, fewOthers: number): Promise<boolean> {
  const count = sql<number>`count(*)`.as('count');
  const some = (sign: '<' | '>') =>
    sql`select * from (select 1 from experiments where project_id ${sql.raw(sign)} ${projectId} limit ${fewOthers + 1})
      as found`;
  const others = await sql<{ count: number }>`
    select count(*) as count from (${some('<')} union all ${some('>')}) as others`.execute(db);
  if (Number(others.rows[0]!.count) <= fewOthers) return true;
  const all = await db.selectFrom('experiments').select(count).executeTakeFirstOrThrow();
  const own = await db.selectFrom('experiments').select(count).where(ofProject).executeTakeFirstOrThrow();
  return Number(own.count) * 2 >= Number(all.count);
}

/**
 * Returns everything that a query on a project can test.
 *
 * @param fewOthers number of experiments of other projects that are searched for each name
 */
export async function projectColumns(db: Executor, projectId: string, fewOthers = 5000): Promise<Column[]> {
  const ofProject = await inProject(db, projectId);
  const read = (await usesIndex(db, projectId, ofProject, fewOthers)) ? namesOfIndex : namesOfExperiments;
  const columnsOf = async (source: keyof typeof tables, fixedType?: string): Promise<Column[]> => {
    const { rows } = await read(db, ofProject, tables[source]);
    return [...Map.groupBy(rows, (row) => row.name)]
      .map(([name, found]) => ({ name, source, type: fixedType ?? columnTypeOf(found.map(({ type }) => type!)) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  return [
    ...(await columnsOf('metrics', 'double')),
    ...(await columnsOf('params')),
    ...(await columnsOf('log_other')),
    ...Object.entries(metadataTypes).map(([name, type]) => ({ name, source: 'metadata', type })),
    ...(await columnsOf('env_details')),
    ...(await columnsOf('tag', 'string')),
  ];
}
