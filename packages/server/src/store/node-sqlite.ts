import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { backup, DatabaseSync } from './sqlite-module.ts';

/** Size of the cache of prepared statements. The append path and the reads of a view need a few dozen. */
const preparedStatements = 256;

const inputs = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

/** Adapter of a database in this process, which supports synchronous reads without waiting for the connection. */
export class NodeSqliteAdapter extends SqliteAdapter {
  /**
   * Returns the rows of a read, or null while a transaction is open, since its uncommitted writes must not be
   * visible.
   */
  readonly readNow: (sql: string, parameters: readonly unknown[]) => unknown[] | null;

  constructor(readNow: NodeSqliteAdapter['readNow']) {
    super();
    this.readNow = readNow;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  private readonly adapter: NodeSqliteAdapter;

  constructor(database: SqliteDatabase, readNow: NodeSqliteAdapter['readNow']) {
    super({ database });
    this.adapter = new NodeSqliteAdapter(readNow);
  }

  override createAdapter(): DialectAdapter {
    return this.adapter;
  }
}

/** SQLite database file with its Kysely dialect. */
export interface NodeSqlite {
  readonly dialect: SqliteDialect;
  /** Path of the write-ahead log; null if the file system does not support one and SQLite syncs at each commit. */
  readonly logPath: string | null;
  /**
   * Copies the database to a file, in steps between which it can be used. Must be called while the database has no
   * uncommitted changes; `onBegun` is called after each step.
   */
  copyTo(path: string, onBegun: () => void): Promise<void>;
}

/** Number of pages copied in one step: a few milliseconds. */
const copiedTogether = 1000;

/** Matches statements that change nothing, or only begin or end a transaction. */
const unchanging = /^\s*(?:select|begin|commit|rollback)\b/i;

/**
 * Opens a SQLite file with `node:sqlite` and Kysely's SQLite dialect. Statements are cached as prepared, so a batch
 * only costs binding and stepping.
 *
 * The file is locked exclusively: opening it from a second process fails immediately, and a killed process leaves no
 * lock behind. WAL with `synchronous=NORMAL` preserves every commit when the process is killed; `CommitSync`
 * preserves them on power loss.
 *
 * @param onCommit called after each commit that changed something.
 */
export function nodeSqlite(file: string, onCommit: () => void = () => {}): NodeSqlite {
  // Creates the file for its owner only. SQLite uses its mode for the journal as well.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  let hasLog = false;
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    hasLog = database.prepare('PRAGMA journal_mode=WAL').get()?.journal_mode === 'wal';
    database.exec(`PRAGMA synchronous=${hasLog ? 'NORMAL' : 'FULL'}`);
    database.exec('PRAGMA temp_store=MEMORY');
    database.exec('PRAGMA cache_size=-16000');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  let changed = false;
  const ready = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    const changes = !unchanging.test(sql);
    const ends = sql === 'commit';
    /** Runs the statement and reports the commit that it is or causes. */
    const noting = <T>(run: () => T): T => {
      const result = run();
      if (changes) changed = true;
      if (changed && !database.isTransaction) {
        changed = false;
        onCommit();
      }
      return result;
    };
    const noted = changes || ends;
    return {
      // Evaluated once, since it creates an object for each column.
      reader: statement.columns().length > 0,
      all: noted
        ? (parameters) => noting(() => statement.all(...inputs(parameters)))
        : (parameters) => statement.all(...inputs(parameters)),
      run:
        sql === 'rollback'
          ? // On a full disk SQLite has already rolled back; the error of another rollback would hide the original one.
            () => {
              changed = false;
              return database.isTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 };
            }
          : noted
            ? (parameters) => noting(() => statement.run(...inputs(parameters)))
            : (parameters) => statement.run(...inputs(parameters)),
      // Two iterations of the same SQL may overlap, so each gets its own statement.
      iterate: (parameters) => database.prepare(sql).iterate(...inputs(parameters)) as IterableIterator<unknown>,
    };
  };
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    const statement = known ?? ready(sql);
    if (known !== undefined) prepared.delete(sql);
    else if (prepared.size >= preparedStatements) prepared.delete(prepared.keys().next().value!);
    prepared.set(sql, statement);
    return statement;
  };
  const close = () => {
    prepared.clear();
    database.close();
  };
  const dialect = new NodeSqliteDialect({ close, prepare }, (sql, parameters) =>
    database.isTransaction ? null : prepare(sql).all(parameters),
  );
  const copyTo: NodeSqlite['copyTo'] = async (path, onBegun) => {
    await backup(database, path, { rate: copiedTogether, progress: onBegun });
  };
  return { dialect, logPath: hasLog ? `${file}-wal` : null, copyTo };
}
