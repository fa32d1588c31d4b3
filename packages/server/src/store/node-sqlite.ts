import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { backup, DatabaseSync } from './sqlite-module.ts';

/** Statements kept prepared: the append path and the reads of a view are some dozens. */
const preparedStatements = 256;

const inputs = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

/** A database of this process: it can be read at once, without waiting for a turn. */
export class NodeSqliteAdapter extends SqliteAdapter {
  /** The rows of a read, or null while a transaction is open, whose writes nobody else may see yet. */
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

/** A SQLite file under Kysely. */
export interface NodeSqlite {
  readonly dialect: SqliteDialect;
  /** The write-ahead log; null where the file system allows none and SQLite syncs at each commit. */
  readonly logPath: string | null;
  /** Copies the database to a file, in steps between which it can be used; the first must not meet an open change. */
  copyTo(path: string, onBegun: () => void): Promise<void>;
}

/** Pages that one step of a copy takes: some milliseconds. */
const copiedTogether = 1000;

/** Statements that change nothing, or only begin or end what does. */
const unchanging = /^\s*(?:select|begin|commit|rollback)\b/i;

/**
 * `node:sqlite` under Kysely's SQLite dialect. Texts are prepared once, so that a batch costs binding and stepping only.
 *
 * The file is held exclusively: a second process that opens it is refused at once, and a killed one leaves no lock behind.
 * WAL with `synchronous=NORMAL` keeps every commit through SIGKILL; `CommitSync` keeps them through a power loss.
 *
 * @param onCommit is called after each commit that changed something.
 */
export function nodeSqlite(file: string, onCommit: () => void = () => {}): NodeSqlite {
  // SQLite gives its journal the mode of the file, which is for its owner alone.
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
    /** Runs the statement, and tells of the commit that it makes or is. */
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
      // Asked once: it makes an object of each column.
      reader: statement.columns().length > 0,
      all: noted
        ? (parameters) => noting(() => statement.all(...inputs(parameters)))
        : (parameters) => statement.all(...inputs(parameters)),
      run:
        sql === 'rollback'
          ? // On a full disk SQLite has rolled back by itself; the error of a second one would hide the first.
            () => {
              changed = false;
              return database.isTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 };
            }
          : noted
            ? (parameters) => noting(() => statement.run(...inputs(parameters)))
            : (parameters) => statement.run(...inputs(parameters)),
      // Two readers of one text may be under way: each gets its own statement.
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
