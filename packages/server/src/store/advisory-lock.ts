import { PostgresAdapter, sql } from 'kysely';
import type { Executor } from './store.ts';

/**
 * Lets transactions that name the same thing run one after the other, so that what is read in one stays true until it ends. SQLite
 * runs transactions one by one; PostgreSQL is told which ones to.
 */
export async function acquireAdvisoryLock(trx: Executor, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
