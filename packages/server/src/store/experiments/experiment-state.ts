import { sql } from 'kysely';
import type { ExperimentRow } from '../tables/experiment-tables.ts';

/** Time without heartbeats after which a process is assumed to have ended. */
export const heartbeatTimeoutMillis = 60_000;

/**
 * Returns whether a last heartbeat is recent. One in the future is from before the clock was set back: it must not keep
 * a run alive until the clock has caught up.
 */
export function isRecent(lastAlive: number, now: number): boolean {
  return now - lastAlive < heartbeatTimeoutMillis && lastAlive - now <= heartbeatTimeoutMillis;
}

/** State of an experiment at a point in time. */
export interface ExperimentState {
  readonly running: boolean;
  readonly hasCrashed: boolean;
  /** Milliseconds since 1970: the time that was set; otherwise now while it runs, or the end of its last process. */
  readonly endTime: number;
}

/** Derives the state from the row. Missing heartbeats can only be detected when the row is read. */
export function stateOf(row: ExperimentRow, now: number): ExperimentState {
  const over = row.ended === 1 || row.crashed === 1 || row.liveness === 'none';
  const isAlive = isRecent(row.last_alive, now);
  const running = !over && isAlive;
  const hasCrashed = row.crashed === 1 || (!over && !isAlive && row.liveness === 'online');
  return { running, hasCrashed, endTime: endOf(row, over, running, now) };
}

function endOf(row: ExperimentRow, over: boolean, running: boolean, now: number): number {
  if (row.end_set === 1) return row.end_time;
  if (running) return now;
  return over ? row.end_time || row.last_alive : Math.max(row.end_time, row.last_alive);
}

const column = (name: keyof ExperimentRow) => sql.ref<number>(`experiments.${name}`);

/** SQL equivalent of `stateOf`, at time `now`. */
export function stateSql(now: number) {
  const over = sql`(${column('ended')} = 1 or ${column('crashed')} = 1 or ${column('liveness')} = 'none')`;
  const isAlive = sql`(${column('last_alive')} > ${now - heartbeatTimeoutMillis}
    and ${column('last_alive')} <= ${now + heartbeatTimeoutMillis})`;
  const running = sql`(not ${over} and ${isAlive})`;
  const crashed = sql`(${column('crashed')} = 1 or (not ${over} and not ${isAlive} and ${column('liveness')} = 'online'))`;
  const endSet = sql`${column('end_set')} = 1`;
  const end = sql<number>`(case
    when ${endSet} then ${column('end_time')}
    when ${running} then ${now}
    when ${column('end_time')} <> 0 and (${over} or ${column('end_time')} > ${column('last_alive')})
      then ${column('end_time')}
    else ${column('last_alive')} end)`;
  return { running, crashed, endSet, end };
}
