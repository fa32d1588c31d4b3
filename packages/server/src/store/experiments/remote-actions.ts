import { randomUUID } from 'node:crypto';
import type { Executor } from '../database/executor.ts';
import type { RemoteCallRow } from '../tables/remote-action-tables.ts';

/** Registers a function that a run offers for remote calls. Runs inside `withExperimentLock`. */
export async function registerFunction(
  trx: Executor,
  experimentKey: string,
  offered: { name: string; documentation: string; argumentNames: readonly string[] },
): Promise<void> {
  await trx
    .insertInto('remote_functions')
    .values({
      experiment_key: experimentKey,
      function_name: offered.name,
      documentation: offered.documentation,
      argument_names: JSON.stringify(offered.argumentNames),
    })
    .onConflict((conflict) =>
      conflict.columns(['experiment_key', 'function_name']).doUpdateSet((eb) => ({
        documentation: eb.ref('excluded.documentation'),
        argument_names: eb.ref('excluded.argument_names'),
      })),
    )
    .execute();
}

/**
 * Requests that a run stop: the client interrupts the script when it receives a call named `stop`. Runs inside
 * `withExperimentLock`.
 */
export async function requestStop(trx: Executor, experimentKey: string, userName: string, now: number): Promise<void> {
  const waiting = await pendingCalls(trx, experimentKey);
  if (waiting.some((call) => call.function_name === 'stop')) return;
  await trx
    .insertInto('remote_calls')
    .values({
      experiment_key: experimentKey,
      call_id: randomUUID(),
      function_name: 'stop',
      user_name: userName,
      created_at: now,
      delivered_at: null,
      result: null,
    })
    .execute();
}

/** Returns the calls that the run has not fetched yet, oldest first. */
export async function pendingCalls(db: Executor, experimentKey: string): Promise<RemoteCallRow[]> {
  return await db
    .selectFrom('remote_calls')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('delivered_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

/** Returns whether a run has registered a function. */
export async function offersFunction(db: Executor, experimentKey: string, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('remote_functions')
    .select('function_name')
    .where('experiment_key', '=', experimentKey)
    .where('function_name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the calls that were not fetched: they were meant for a previous run. */
export async function dropWaitingCalls(trx: Executor, experimentKey: string): Promise<void> {
  await trx
    .deleteFrom('remote_calls')
    .where('experiment_key', '=', experimentKey)
    .where('delivered_at', 'is', null)
    .execute();
}

/** Returns the pending calls, oldest first, and marks them as delivered, so that each is returned once. */
export async function takeCalls(trx: Executor, experimentKey: string, now: number): Promise<RemoteCallRow[]> {
  const calls = await pendingCalls(trx, experimentKey);
  await trx
    .updateTable('remote_calls')
    .set({ delivered_at: now })
    .where('experiment_key', '=', experimentKey)
    .where('delivered_at', 'is', null)
    .execute();
  return calls;
}

/** Stores the result of a call; returns false if the call does not exist. */
export async function saveCallResult(
  db: Executor,
  experimentKey: string,
  callId: string,
  result: unknown,
): Promise<boolean> {
  const updated = await db
    .updateTable('remote_calls')
    .set({ result: JSON.stringify(result) })
    .where('experiment_key', '=', experimentKey)
    .where('call_id', '=', callId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
