import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { InUseError } from '../errors/in-use-error.ts';
import { FolderCheck } from './database/folder-check.ts';
import { isBusy, type NodeSqlite, nodeSqlite } from './database/node-sqlite.ts';
import { postgresDialect } from './database/postgres.ts';
import { type CommitSync, openCommitSync } from './disk/commit-sync.ts';
import { syncFolder } from './disk/durable-files.ts';
import { changesSince, schemaVersion, versionOf } from './schema-changes.ts';
import type { ColumnTypes } from './tables/area-schema.ts';
import { areaSchemas, factSchema, type Tables } from './tables/schema.ts';

/** Open database of either dialect, with its tables created. */
export interface OpenDatabase {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  /** Resolves when all previous commits are on disk. */
  synced(): Promise<void>;
  readonly folderCheck: FolderCheck;
  /** Writes a consistent copy of the database to a file, while the database is in use; null for PostgreSQL. */
  readonly copyTo: ((path: string) => Promise<void>) | null;
  close(): Promise<void>;
}

const databasePath = (folder: string) => join(folder, 'tracklens.db');

function openSqliteFile(folder: string, onCommit: () => void): NodeSqlite {
  try {
    return nodeSqlite(databasePath(folder), onCommit);
  } catch (error) {
    if (isBusy(error)) {
      throw new InUseError(
        'folderInUse',
        `Another process is using ${folder}. Stop it, or give this one its own folder with --data.`,
      );
    }
    throw error;
  }
}

/**
 * Copies a database. The copy starts between two transactions, so that it contains everything committed before.
 * Transactions that run during the copy are included.
 */
async function copyBetweenTransactions(db: Kysely<Tables>, path: string, copyTo: NodeSqlite['copyTo']): Promise<void> {
  let copied: Promise<void> = Promise.resolve();
  await db.transaction().execute(async () => {
    await new Promise<void>((begun) => {
      copied = copyTo(path, begun);
      copied.then(begun, begun);
    });
  });
  await copied;
}

async function openSqlite(folder: string): Promise<OpenDatabase> {
  let sync: CommitSync | null = null;
  const { dialect, logPath, copyTo } = openSqliteFile(folder, () => sync?.committed());
  const db = new Kysely<Tables>({ dialect });
  try {
    const folderCheck = await FolderCheck.ofFile(folder, databasePath(folder));
    const opened = await openCommitSync(logPath, () => folderCheck.ensureInPlace());
    sync = opened;
    // The file names must be on disk before any commit is acknowledged.
    await syncFolder(folder);
    return {
      db,
      dialect: 'sqlite',
      synced: () => opened.synced(),
      folderCheck,
      copyTo: (path) => copyBetweenTransactions(db, path, copyTo),
      async close() {
        await opened.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens a PostgreSQL database. It acknowledges a commit only when it is on disk, so `synced` resolves immediately.
 */
async function openPostgres(folder: string, url: string): Promise<OpenDatabase> {
  const db = new Kysely<Tables>({ dialect: await postgresDialect(url) });
  return {
    db,
    dialect: 'postgres',
    synced: () => Promise.resolve(),
    folderCheck: FolderCheck.ofFolder(folder),
    copyTo: null,
    close: () => db.destroy(),
  };
}

/** Distributes the tables over the nodes of a cluster, if the Citus extension is installed. */
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
    // Serializes services that start concurrently on one database.
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('tracklens-tables'))`.execute(trx);
    for (const statement of factSchema.create(trx.schema, type)) await statement.execute();
    const found = await versionOf(trx);
    if (found !== null && found > schemaVersion) {
      throw new Error(`The data was written by a newer version (schema ${found}). Update tracklens to open it.`);
    }
    const changes = found === null ? [] : changesSince(found);
    for (const change of changes) await change.alter(trx, type);
    const statements = areaSchemas.flatMap((area) => area.create(trx.schema, type));
    if (dialect === 'postgres') {
      // One round trip for all statements. Without parameters, PostgreSQL accepts several in one query.
      await sql.raw(statements.map((statement) => statement.compile().sql).join(';\n')).execute(trx);
    } else {
      for (const statement of statements) await statement.execute();
    }
    for (const change of changes) await change.fill(trx);
    if (found === schemaVersion) return;
    await trx
      .insertInto('service_facts')
      .values({ name: 'schema-version', value: String(schemaVersion) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(schemaVersion) }))
      .execute();
  });
}

/** Opens the database of a data folder, creates missing tables and migrates older ones. */
export async function openDatabase(folder: string, url?: string): Promise<OpenDatabase> {
  const opened = url === undefined ? await openSqlite(folder) : await openPostgres(folder, url);
  const { db, dialect } = opened;
  try {
    await makeTables(db, dialect);
    if (dialect === 'postgres') await distribute(db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
