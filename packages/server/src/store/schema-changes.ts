import { type Kysely, sql, type Transaction } from 'kysely';
import type { ColumnTypes } from './area-schema.ts';
import { writeEnvironment } from './experiment-environment.ts';
import { manualRunId } from './experiment-processes.ts';
import type { Tables } from './schema.ts';
import { parseValueText } from './value-text.ts';

/** One step from a version of the tables to the next. */
interface SchemaChange {
  /** What an older data folder has and lacks; runs before absent tables and indexes are made. */
  alter(trx: Transaction<Tables>, type: ColumnTypes): Promise<void>;
  /** Fills what is new; runs when all tables stand. */
  fill(trx: Transaction<Tables>): Promise<void>;
}

const itemTables = ['experiment_parameters', 'experiment_others'] as const;
const rowsPerRead = 5000;
const textsPerRead = 100;

/** Reads the texts of a table that were written before their numbers were kept. */
async function readTexts(trx: Transaction<Tables>, table: (typeof itemTables)[number]): Promise<void> {
  // By the key, page after page: looking for what is unread would go through the rows that were read again and again.
  for (let last: { experiment_key: string; name: string } | undefined; ; ) {
    let page = trx
      .selectFrom(table)
      .select(['experiment_key', 'name', 'value'])
      .orderBy('experiment_key')
      .orderBy('name')
      .limit(rowsPerRead);
    if (last !== undefined) {
      const { experiment_key, name } = last;
      page = page.where((is) => is(is.refTuple('experiment_key', 'name'), '>', is.tuple(experiment_key, name)));
    }
    const rows = await page.execute();
    for (const { experiment_key, name, value } of rows) {
      await trx
        .updateTable(table)
        .set(parseValueText(value))
        .where('experiment_key', '=', experiment_key)
        .where('name', '=', name)
        .execute();
    }
    if (rows.length < rowsPerRead) return;
    last = rows.at(-1);
  }
}

/** Reads system details that were written before queries could test them: a few at once, since each lists hundreds of packages. */
async function readDetails(trx: Transaction<Tables>): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await trx
      .selectFrom('experiment_texts')
      .select(['experiment_key', 'content'])
      .where('kind', '=', 'system')
      .where('experiment_key', '>', last)
      .orderBy('experiment_key')
      .limit(textsPerRead)
      .execute();
    for (const { experiment_key, content } of rows) await writeEnvironment(trx, experiment_key, content);
    if (rows.length < textsPerRead) return;
    last = rows.at(-1)!.experiment_key;
  }
}

/** Marks the files that outlived their experiments before it was written with each what it is kept for. */
async function markRetained(trx: Transaction<Tables>): Promise<void> {
  const orphans = await trx
    .selectFrom('assets')
    .select(['experiment_key', 'model_name', 'artifact_version_id'])
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('experiments')
            .select('experiments.experiment_key')
            .whereRef('experiments.experiment_key', '=', 'assets.experiment_key'),
        ),
      ),
    )
    .execute();
  for (const { experiment_key, model_name, artifact_version_id } of orphans) {
    const version = await trx
      .selectFrom('registry_versions')
      .select('experiment_model_id')
      .where('experiment_key', '=', experiment_key)
      .where('experiment_model_name', '=', model_name ?? '')
      .executeTakeFirst();
    await trx
      .updateTable('assets')
      .set({ kept_for: artifact_version_id ?? version?.experiment_model_id ?? null })
      .where('experiment_key', '=', experiment_key)
      .where(({ eb, and }) =>
        and([
          model_name === null ? eb('model_name', 'is', null) : eb('model_name', '=', model_name),
          artifact_version_id === null
            ? eb('artifact_version_id', 'is', null)
            : eb('artifact_version_id', '=', artifact_version_id),
        ]),
      )
      .execute();
  }
}

/** Adds the process that each experiment had, as far as its row tells of one. */
async function addProcesses(trx: Transaction<Tables>): Promise<void> {
  await sql`insert into experiment_processes (experiment_key, run_id, phase, crashed, last_alive)
    select experiment_key,
      case when liveness = 'online' then run_id else ${manualRunId} end,
      case when ended = 1 or crashed = 1 then 'ended' else 'alive' end,
      crashed,
      case when (ended = 1 or crashed = 1) and end_time <> 0 then end_time else last_alive end
    from experiments where liveness <> 'none' or ended = 1 or crashed = 1`.execute(trx);
  await trx
    .updateTable('experiments')
    .set({ end_set: 1 })
    .where('end_time', '<>', 0)
    .where('ended', '=', 0)
    .where('crashed', '=', 0)
    .execute();
}

/** By the version they lead to. */
const changes: Readonly<Record<number, SchemaChange>> = {
  /** Queries run in the database: the numbers that texts spell, and system details, become columns. */
  2: {
    async alter(trx, type) {
      for (const table of itemTables) {
        await trx.schema.alterTable(table).addColumn('value_number', type.number).execute();
        await trx.schema
          .alterTable(table)
          .addColumn('value_type', type.text, (column) => column.notNull().defaultTo('unread'))
          .execute();
      }
      await trx.schema.dropIndex('metric_summaries_by_value').ifExists().execute();
    },
    async fill(trx) {
      for (const table of itemTables) await readTexts(trx, table);
      await readDetails(trx);
    },
  },
  /** Files that outlive their experiment say what they are kept for. */
  3: {
    async alter(trx, type) {
      await trx.schema.alterTable('assets').addColumn('kept_for', type.text).execute();
    },
    fill: markRetained,
  },
  /** Each process that logs into an experiment has its own heartbeats and its own end; an end time that was set is marked. */
  4: {
    async alter(trx, type) {
      for (const name of ['crash_reports', 'end_set']) {
        await trx.schema
          .alterTable('experiments')
          .addColumn(name, type.integer, (column) => column.notNull().defaultTo(0))
          .execute();
      }
    },
    fill: addProcesses,
  },
};

/** Raised whenever a table changes in a way that an older version cannot work with. */
export const schemaVersion = Math.max(...Object.keys(changes).map(Number));

/** The steps from a version of the tables to the present one, in order. */
export function changesSince(version: number): SchemaChange[] {
  return Object.entries(changes)
    .filter(([to]) => Number(to) > version)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, change]) => change);
}

/** The version of the tables of an open database; null when it has none yet. */
export async function versionOf(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('service_facts')
    .select('value')
    .where('name', '=', 'schema-version')
    .executeTakeFirst();
  return row === undefined ? null : Number(row.value);
}
