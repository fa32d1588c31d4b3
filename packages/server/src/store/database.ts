import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { ColumnTypes } from './area-schema.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { postgresDialect } from './postgres.ts';
import { areaSchemas, factSchema, type Tables } from './schema.ts';
import { changesSince, schemaVersion, versionOf } from './schema-changes.ts';

/** An open database of either dialect, its tables made. */
export interface OpenDatabase {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
}

function openSqlite(folder: string): Kysely<Tables> {
  try {
    return new Kysely<Tables>({ dialect: nodeSqliteDialect(join(folder, 'tracklens.db')) });
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) {
      throw new Error(`Another process is using ${folder}. Stop it, or give this one its own folder with --data.`);
    }
    throw error;
  }
}

/** Spreads the tables over the nodes of a cluster, where the extension that does so is present. */
async function distribute(db: Kysely<Tables>): Promise<void> {
  const present = await sql<{ n: number }>`select count(*)::int as n from pg_extension where extname = 'citus'`.execute(
    db,
  );
  if (present.rows[0]?.n !== 1) return;
  const spread = await sql<{ name: string }>`select logicalrelid::text as name from pg_dist_partition`.execute(db);
  const done = new Set(spread.rows.map((row) => row.name));
  for (const area of areaSchemas) {
    for (const table of area.reference) {
      if (!done.has(table)) await sql`select create_reference_table(${table})`.execute(db);
    }
    for (const table of area.byExperiment) {
      if (!done.has(table)) await sql`select create_distributed_table(${table}, 'experiment_key')`.execute(db);
    }
  }
}

async function makeTables(db: Kysely<Tables>, dialect: OpenDatabase['dialect']): Promise<void> {
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
  const type: ColumnTypes = { text: 'text', integer: 'bigint', number: 'double precision', bytes };
  await db.transaction().execute(async (trx) => {
    // Services that start at once on one database take turns.
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('tracklens-tables'))`.execute(trx);
    for (const statement of factSchema.create(trx.schema, type)) await statement.execute();
    const found = await versionOf(trx);
    if (found !== null && found > schemaVersion) {
      throw new Error(`The data was written by a newer version (schema ${found}). Update tracklens to open it.`);
    }
    const changes = found === null ? [] : changesSince(found);
    for (const change of changes) await change.alter(trx, type);
    for (const area of areaSchemas) for (const statement of area.create(trx.schema, type)) await statement.execute();
    for (const change of changes) await change.fill(trx);
    if (found === schemaVersion) return;
    await trx
      .insertInto('service_facts')
      .values({ name: 'schema-version', value: String(schemaVersion) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(schemaVersion) }))
      .execute();
  });
}

/** Opens the database of a data folder, makes its tables where they are absent and brings older ones up to date. */
export async function openDatabase(folder: string, url?: string): Promise<OpenDatabase> {
  const dialect = url === undefined ? 'sqlite' : 'postgres';
  const db = url === undefined ? openSqlite(folder) : new Kysely<Tables>({ dialect: await postgresDialect(url) });
  try {
    await makeTables(db, dialect);
    if (dialect === 'postgres') await distribute(db);
    return { db, dialect };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
