import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

/** Statements kept prepared: the append path and the reads of a view are some dozens. */
const preparedStatements = 256;

const inputs = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

/**
 * `node:sqlite` under Kysely's SQLite dialect. Texts are prepared once, so that a batch costs binding and stepping only.
 *
 * The file is held exclusively: a second process that opens it is refused at once, and a killed one leaves no lock behind.
 * WAL with `synchronous=NORMAL` keeps every commit through SIGKILL; a power cut may take the last ones.
 */
export function nodeSqliteDialect(file: string): SqliteDialect {
  // SQLite gives its journal the mode of the file, which is for its owner alone.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    database.exec('PRAGMA journal_mode=WAL');
    database.exec('PRAGMA synchronous=NORMAL');
    database.exec('PRAGMA temp_store=MEMORY');
    database.exec('PRAGMA cache_size=-16000');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    let found = prepared.get(sql);
    if (found === undefined) {
      found = database.prepare(sql);
      if (prepared.size >= preparedStatements) prepared.delete(prepared.keys().next().value!);
    } else prepared.delete(sql);
    prepared.set(sql, found);
    return found;
  };
  return new SqliteDialect({
    database: {
      close: () => {
        prepared.clear();
        database.close();
      },
      prepare: (sql) => {
        const found = statement(sql);
        return {
          reader: found.columns().length > 0,
          all: (parameters) => found.all(...inputs(parameters)),
          run: (parameters) => found.run(...inputs(parameters)),
          // Two readers of one text may be under way: each gets its own statement.
          iterate: (parameters) => database.prepare(sql).iterate(...inputs(parameters)) as IterableIterator<unknown>,
        };
      },
    },
  });
}
