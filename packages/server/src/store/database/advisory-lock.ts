import { PostgresAdapter, sql } from 'kysely';
import type { Executor } from './executor.ts';

/**
 * Acquires a transaction-level advisory lock, so that transactions that lock the same name run one after the other
 * and what one of them reads stays true until it ends. A no-op on SQLite, which runs all transactions serially.
 */
export async function acquireAdvisoryLock(trx: Executor, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
