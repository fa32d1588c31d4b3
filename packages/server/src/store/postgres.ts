import {
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { CommitUnknown } from '../database-failures.ts';

/** No connection within this time: the database is not there, or every connection is taken. */
const connectionTimeoutMillis = 30_000;

/** Tells a transaction that may have been kept from one that was not. */
class TellingDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (cause) {
      // Refused it is only by a database that goes on: what one that ends the connection says last is why it does, as when its log
      // of writes has no room, and the commit may stand before that.
      if (await this.answers(connection)) throw cause;
      throw new CommitUnknown('the connection was lost during a commit', { cause });
    }
  }

  private answers(connection: DatabaseConnection): Promise<boolean> {
    return super.rollbackTransaction(connection).then(
      () => true,
      () => false,
    );
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Where it cannot be told, the database rolls back by itself; what is thrown on is why.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class TellingDialect extends PostgresDialect {
  private readonly settings: PostgresDialectConfig;

  constructor(settings: PostgresDialectConfig) {
    super(settings);
    this.settings = settings;
  }

  override createDriver(): PostgresDriver {
    return new TellingDriver(this.settings);
  }
}

/** PostgreSQL at an address, through a pool that connects anew when the database was gone. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const { Pool, types } = (await import('pg')).default;
  const int8 = 20;
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis,
    types: {
      // Whole numbers here stay below 2^53, so they may be numbers.
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // A connection that the database ends, idle or between two statements, is replaced by the pool; unheard, its error would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new TellingDialect({ pool });
}
