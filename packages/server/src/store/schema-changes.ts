import { type Kysely, sql, type Transaction } from 'kysely';
import { writeEnvironment } from './experiments/experiment-environment.ts';
import { manualRunId } from './experiments/experiment-processes.ts';
import type { ColumnTypes } from './tables/area-schema.ts';
import type { Tables } from './tables/schema.ts';
import { parseValueText } from './tables/value-text.ts';

/** Migration from one version of the tables to the next. */
interface SchemaChange {
  /** Changes existing tables; runs before missing tables and indexes are created. */
  alter(trx: Transaction<Tables>, type: ColumnTypes): Promise<void>;
  /** Fills new columns and tables; runs when all tables exist. */
  fill(trx: Transaction<Tables>): Promise<void>;
}

const itemTables = ['experiment_parameters', 'experiment_others'] as const;
const rowsPerRead = 5000;
const textsPerRead = 100;

/** Parses the values of a table that were written before their numbers were stored. */
async function readTexts(trx: Transaction<Tables>, table: (typeof itemTables)[number]): Promise<void> {
  // Paginates by key: searching for unparsed rows would scan the parsed ones again for each page.
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

/**
 * Extracts system details that were written before queries could test them, a few texts at a time, since each lists
 * hundreds of packages.
 */
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

/** Marks the retained files of experiments that were deleted before `kept_for` existed. */
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

/** Adds the process of each experiment, as far as it can be derived from its row. */
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

/** Migrations by target version. */
const changes: Readonly<Record<number, SchemaChange>> = {
  /** Queries run in the database: the numbers in texts, and the system details, are stored in columns. */
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
  /** Retained files of deleted experiments are marked with the reason. */
  3: {
    async alter(trx, type) {
      await trx.schema.alterTable('assets').addColumn('kept_for', type.text).execute();
    },
    fill: markRetained,
  },
  /**
   * Each process that logs into an experiment has its own heartbeats and its own end; explicitly set end times are
   * marked.
   */
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
  /**
   * Sealed chunks have ranges, in a table of their own. The first ranged read of a metric adds the missing ones, so
   * that a large folder opens at once. An earlier version would not delete them with their experiment.
   */
  5: { alter: async () => {}, fill: async () => {} },
  /**
   * Artifact versions that an experiment used are stored. An earlier version would not delete them with their
   * experiment.
   */
  6: { alter: async () => {}, fill: async () => {} },
};

/** Version of the tables, increased with every change that an older version of the service cannot handle. */
export const schemaVersion = Math.max(...Object.keys(changes).map(Number));

/** Returns the migrations from a version of the tables to the current one, in order. */
export function changesSince(version: number): SchemaChange[] {
  return Object.entries(changes)
    .filter(([to]) => Number(to) > version)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, change]) => change);
}

/** Returns the version of the tables of an open database; null if it has none yet. */
export async function versionOf(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('service_facts')
    .select('value')
    .where('name', '=', 'schema-version')
    .executeTakeFirst();
  return row === undefined ? null : Number(row.value);
}
