import type { Executor } from '../database/executor.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import type { ExperimentProcess } from '../tables/process-tables.ts';
import { heartbeatTimeoutMillis, isRecent } from './experiment-state.ts';
import { updateExperiment } from './experiments.ts';

/*
 * State of an experiment that several processes log into, such as an evaluation next to a training, the ranks of a
 * distributed training, or a script that resumes another. Each process has a run id and sends its own heartbeats and
 * its own end. This module derives the state of the experiment from them and writes it to the columns of
 * `experiments` that readers and queries use.
 */

/** Run id shared by all clients that send `set-status` or `update-status`, since these identify no process. */
export const manualRunId = '';

/** Columns of an experiment that are derived from its processes. */
type ExperimentLife = Pick<ExperimentRow, 'liveness' | 'ended' | 'crashed' | 'end_time' | 'last_alive'>;

/** Returns whether a process is alive, judging by its heartbeats. */
export function isAlive({ phase, last_alive }: ExperimentProcess, now: number): boolean {
  return phase === 'alive' && isRecent(last_alive, now);
}

/** Returns the time at which the end of a process is detected: at its end, or when its heartbeats time out. */
function noticedAt({ phase, last_alive }: ExperimentProcess): number {
  return phase === 'alive' ? last_alive + heartbeatTimeoutMillis : last_alive;
}

/**
 * Returns whether a process that no longer runs has crashed. Clients without a run id never report their end, so a
 * heartbeat timeout counts as their regular end.
 */
function endsInCrash({ run_id, phase, crashed }: ExperimentProcess): boolean {
  return phase === 'alive' ? run_id !== manualRunId : crashed === 1;
}

/** Returns whether a process ran, or still runs: it does not only upload what was logged offline. */
export function hasRun({ phase }: ExperimentProcess): boolean {
  return phase !== 'uploading';
}

/** Returns the latest time at which one of the processes was alive. */
export function lastAliveOf(processes: readonly ExperimentProcess[]): number {
  return Math.max(0, ...processes.map((process) => process.last_alive));
}

/** Returns the processes whose end was detected last; several if it was at the same time. */
function lastToEnd(processes: readonly ExperimentProcess[]): ExperimentProcess[] {
  const last = Math.max(...processes.map(noticedAt));
  return processes.filter((process) => noticedAt(process) === last);
}

/**
 * Derives the state of an experiment: it runs while any of its processes is alive, and then ends like the last of
 * them. Null if it has no process other than uploading ones.
 */
function lifeOf(processes: readonly ExperimentProcess[], now: number): ExperimentLife | null {
  const counted = processes.filter(hasRun);
  if (counted.length === 0) return null;
  const crashes = lastToEnd(counted).some(endsInCrash);
  // Readers detect a heartbeat timeout themselves: `online` makes them report it as a crash.
  const liveness = crashes ? 'online' : 'manual';
  const alive = counted.filter((process) => isAlive(process, now));
  if (alive.length > 0) {
    const others = counted.filter((process) => !alive.includes(process));
    return { liveness, ended: 0, crashed: 0, end_time: lastAliveOf(others), last_alive: lastAliveOf(alive) };
  }
  const end = lastAliveOf(counted);
  return { liveness, ended: 1, crashed: crashes ? 1 : 0, end_time: end, last_alive: end };
}

/** Duration for which an ended process is stored: longer than the delay of a late heartbeat. */
const rememberedProcessMillis = 10 * 60_000;

/** Returns the processes that still matter: the state of the experiment is the same without the others. */
function withoutForgotten(processes: readonly ExperimentProcess[], now: number): ExperimentProcess[] {
  const counted = processes.filter(hasRun);
  const last = new Set(lastToEnd(counted));
  const end = lastAliveOf(counted);
  return processes.filter(
    (process) => last.has(process) || process.last_alive === end || now - process.last_alive < rememberedProcessMillis,
  );
}

/** Result of a change to the processes of an experiment. */
export interface ProcessChange {
  readonly processes: readonly ExperimentProcess[];
  /** Additional columns of the experiment to update. */
  readonly columns?: Partial<Omit<ExperimentRow, 'experiment_key'>>;
}

/** Returns the processes of an experiment. */
export async function readProcesses(db: Executor, experimentKey: string): Promise<ExperimentProcess[]> {
  return await db
    .selectFrom('experiment_processes')
    .select(['run_id', 'phase', 'crashed', 'last_alive'])
    .where('experiment_key', '=', experimentKey)
    .orderBy('run_id')
    .execute();
}

/**
 * Changes the processes of an experiment and updates its derived columns. Runs inside a transaction that holds the
 * lock of the experiment.
 */
export async function changeProcesses(
  trx: Executor,
  row: ExperimentRow,
  now: number,
  change: (processes: readonly ExperimentProcess[]) => ProcessChange,
): Promise<void> {
  const experimentKey = row.experiment_key;
  const before = await readProcesses(trx, experimentKey);
  const { processes, columns = {} } = change(before);
  if (processes === before) return await updateExperiment(trx, experimentKey, { ...columns, last_updated: now });
  const after = withoutForgotten(processes, now);
  const remaining = new Set(after.map((process) => process.run_id));
  const removed = before.filter((process) => !remaining.has(process.run_id)).map((process) => process.run_id);
  if (removed.length > 0) {
    await trx
      .deleteFrom('experiment_processes')
      .where('experiment_key', '=', experimentKey)
      .where('run_id', 'in', removed)
      .execute();
  }
  const changed = after.filter((process) => !before.includes(process));
  if (changed.length > 0) {
    await trx
      .insertInto('experiment_processes')
      .values(changed.map((process) => ({ experiment_key: experimentKey, ...process })))
      .onConflict((conflict) =>
        conflict.columns(['experiment_key', 'run_id']).doUpdateSet((eb) => ({
          phase: eb.ref('excluded.phase'),
          crashed: eb.ref('excluded.crashed'),
          last_alive: eb.ref('excluded.last_alive'),
        })),
      )
      .execute();
  }
  const life = lifeOf(after, now) ?? { liveness: 'none', ended: 0, crashed: 0, last_alive: row.start_time };
  const next = { ...life, ...columns, last_updated: now };
  // An end time that was set explicitly overrides the derived one.
  if ((columns.end_set ?? row.end_set) === 1) next.end_time = columns.end_time ?? row.end_time;
  await updateExperiment(trx, experimentKey, next);
}
