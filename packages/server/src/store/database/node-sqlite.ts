import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import type { DatabaseSync as Database, SQLInputValue } from 'node:sqlite';
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
 * The file is locked exclusively: opening it from a second process fails after a few attempts, and a killed process
 * leaves no lock behind. WAL with `synchronous=NORMAL` preserves every commit when the process is killed; `CommitSync`
 * preserves them on power loss.
 *
 * @param onCommit called after each commit that changed something.
 */
export function nodeSqlite(file: string, onCommit: () => void = () => {}): NodeSqlite {
  const { database, hasLog } = openLocked(file);
  const newStatement = statements(database, onCommit);
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    const statement = known ?? newStatement(sql);
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

/** Open database file that is locked. `hasLog` is whether its file system supports a write-ahead log. */
interface LockedFile {
  readonly database: Database;
  readonly hasLog: boolean;
}

/** Maximum number of attempts to lock a file. */
const lockAttempts = 5;
/** Maximum pause before the second attempt. It doubles with each attempt. */
const firstPauseMillis = 20;

/** SQLite's code for a file that another connection has locked. */
const sqliteBusy = 5;

/** Returns whether a file could not be opened because another connection has locked it. */
export const isBusy = (error: unknown) => (((error as { errcode?: number }).errcode ?? 0) & 0xff) === sqliteBusy;

/**
 * Opens a file and locks it. Two processes that open it at the same time both get a shared lock, so that neither gets
 * the exclusive one. SQLite releases the shared lock only with the connection. Both therefore close theirs and try
 * again after a random pause.
 */
function openLocked(file: string): LockedFile {
  for (let attempt = 1; ; attempt++) {
    try {
      return openOnce(file);
    } catch (error) {
      if (!isBusy(error) || attempt === lockAttempts) throw error;
      const pause = Math.random() * firstPauseMillis * 2 ** (attempt - 1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

function openOnce(file: string): LockedFile {
  // An existing file may be open in this process already: closing another handle of it would release SQLite's locks.
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
  // Creates the file for its owner only. SQLite uses its mode for the journal as well.
  else closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    const hasLog = database.prepare('PRAGMA journal_mode=WAL').get()?.journal_mode === 'wal';
    database.exec(`PRAGMA synchronous=${hasLog ? 'NORMAL' : 'FULL'}`);
    database.exec('PRAGMA temp_store=MEMORY');
    database.exec('PRAGMA cache_size=-16000');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    return { database, hasLog };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns a function that prepares statements, which report the commits that they are or cause. */
function statements(database: Database, onCommit: () => void): (sql: string) => SqliteStatement {
  let changed = false;
  const reportCommit = () => {
    if (!changed || database.isTransaction) return;
    changed = false;
    onCommit();
  };
  return (sql) => {
    const statement = database.prepare(sql);
    const changes = !unchanging.test(sql);
    const reporting = <T>(run: () => T): T => {
      const result = run();
      if (changes) changed = true;
      reportCommit();
      return result;
    };
    const isReported = changes || sql === 'commit';
    const runReported: SqliteStatement['run'] = isReported
      ? (parameters) => reporting(() => statement.run(...inputs(parameters)))
      : (parameters) => statement.run(...inputs(parameters));
    // On a full disk SQLite has already rolled back; the error of another rollback would hide the original one.
    const rollBack = () => {
      changed = false;
      return database.isTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 };
    };
    return {
      // Evaluated once, since it creates an object for each column.
      reader: statement.columns().length > 0,
      all: isReported
        ? (parameters) => reporting(() => statement.all(...inputs(parameters)))
        : (parameters) => statement.all(...inputs(parameters)),
      run: sql === 'rollback' ? rollBack : runReported,
      // Two iterations of the same SQL may overlap, so each gets its own statement.
      iterate: (parameters) => database.prepare(sql).iterate(...inputs(parameters)) as IterableIterator<unknown>,
    };
  };
}
