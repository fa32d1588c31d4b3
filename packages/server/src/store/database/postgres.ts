import {
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { CommitUnknown } from '../../errors/database-failures.ts';

/** Timeout for getting a connection: the database is unreachable, or every connection is in use. */
const connectionTimeoutMillis = 30_000;

/** Driver that distinguishes a commit with an unknown outcome from a failed one. */
class CheckedDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (cause) {
      // The commit is known to have failed only if the connection still works. If the database closes the connection,
      // for example because the disk of its log is full, its last error is the reason for that, and the commit may
      // have succeeded before.
      if (await this.responds(connection)) throw cause;
      throw new CommitUnknown('the connection was lost during a commit', { cause });
    }
  }

  private responds(connection: DatabaseConnection): Promise<boolean> {
    return super.rollbackTransaction(connection).then(
      () => true,
      () => false,
    );
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // If the rollback cannot be sent, the database rolls back by itself. The original error is the one to report.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class CheckedDialect extends PostgresDialect {
  private readonly settings: PostgresDialectConfig;

  constructor(settings: PostgresDialectConfig) {
    super(settings);
    this.settings = settings;
  }

  override createDriver(): PostgresDriver {
    return new CheckedDriver(this.settings);
  }
}

/** Returns the Kysely dialect for a PostgreSQL URL. Its pool reconnects after connection loss. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const { Pool, types } = (await import('pg')).default;
  const int8 = 20;
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis,
    types: {
      // All integers are below 2^53, so they can be parsed as numbers.
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // The pool replaces connections that the database closes while they are idle or between two statements. Without a
  // listener, their errors would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new CheckedDialect({ pool });
}
