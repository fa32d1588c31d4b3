import type { Executor } from '../database/executor.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import type { ExperimentProcess } from '../tables/process-tables.ts';
import { heartbeatTimeoutMillis } from './experiment-state.ts';
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
  return phase === 'alive' && now - last_alive < heartbeatTimeoutMillis;
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

const hasRun = ({ phase }: ExperimentProcess) => phase !== 'uploading';
const latest = (processes: readonly ExperimentProcess[]) =>
  Math.max(0, ...processes.map((process) => process.last_alive));

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
    return { liveness, ended: 0, crashed: 0, end_time: latest(others), last_alive: latest(alive) };
  }
  const end = latest(counted);
  return { liveness, ended: 1, crashed: crashes ? 1 : 0, end_time: end, last_alive: end };
}

/** Duration for which an ended process is stored: longer than the delay of a late heartbeat. */
const rememberedProcessMillis = 10 * 60_000;

/** Returns the processes that still matter: the state of the experiment is the same without the others. */
function withoutForgotten(processes: readonly ExperimentProcess[], now: number): ExperimentProcess[] {
  const counted = processes.filter(hasRun);
  const last = new Set(counted.length === 0 ? [] : lastToEnd(counted));
  const end = latest(counted);
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

const replaced = (processes: readonly ExperimentProcess[], next: ExperimentProcess) => [
  ...processes.filter((process) => process.run_id !== next.run_id),
  next,
];
const byRunId = (processes: readonly ExperimentProcess[], runId: string) =>
  processes.find((process) => process.run_id === runId);

/**
 * Returns the processes to apply a report without a run id to: the stored ones or, before the first heartbeat, the
 * process that the experiment was created for.
 */
export function processesOf(row: ExperimentRow, processes: readonly ExperimentProcess[]): readonly ExperimentProcess[] {
  if (processes.length > 0 || row.liveness !== 'online') return processes;
  return [{ run_id: row.run_id, phase: 'alive', crashed: 0, last_alive: row.last_alive }];
}

/** Applies a heartbeat of a process. */
export function heartbeatOf(processes: readonly ExperimentProcess[], runId: string, now: number): ProcessChange {
  const known = byRunId(processes, runId);
  if (known?.phase === 'ended' && runId !== manualRunId) return { processes };
  // A crash that was set manually remains true when the process continues until its end.
  const crashed = known?.phase === 'overruled' || known?.phase === 'alive' ? known.crashed : 0;
  const next = replaced(processes, { run_id: runId, phase: 'alive', crashed, last_alive: now });
  const resumes = known === undefined && runId !== manualRunId && !processes.some((process) => isAlive(process, now));
  // A new process restarts an experiment that had ended; values set for the previous run no longer apply.
  return resumes ? { processes: next, columns: { end_set: 0, crash_reports: 0 } } : { processes: next };
}

/**
 * Applies the end that a process reports. It is a crash if the process is marked as crashed, or if a crash report has
 * not been assigned to an ended process yet.
 */
export function endOf(
  processes: readonly ExperimentProcess[],
  runId: string,
  now: number,
  crashReports: number,
): ProcessChange {
  const known = byRunId(processes, runId);
  if (known?.phase === 'ended') return { processes };
  const reported = crashReports > 0;
  const crashed = reported || known?.crashed === 1 ? 1 : 0;
  const next = replaced(processes, { run_id: runId, phase: 'ended', crashed, last_alive: now });
  return reported ? { processes: next, columns: { crash_reports: crashReports - 1 } } : { processes: next };
}

/** Applies the heartbeat of a process that uploads data logged offline. */
export function uploadOf(processes: readonly ExperimentProcess[], runId: string, now: number): ProcessChange {
  if (byRunId(processes, runId)?.phase === 'ended') return { processes };
  return { processes: replaced(processes, { run_id: runId, phase: 'uploading', crashed: 0, last_alive: now }) };
}

/** Applies the end time of a process that logged offline. */
export function uploadedEndOf(
  processes: readonly ExperimentProcess[],
  runId: string,
  now: number,
  endTime: number,
): ProcessChange {
  const known = byRunId(processes, runId);
  const crashed = known?.phase === 'ended' ? known.crashed : 0;
  const next = replaced(processes, { run_id: runId, phase: 'ended', crashed, last_alive: endTime });
  if (next.some((process) => isAlive(process, now))) return { processes: next };
  return { processes: next, columns: { end_set: 1, end_time: latest(next.filter(hasRun)) } };
}

/** Applies the crash of a process. It ends now, or when its heartbeats stopped. */
export function crashOf(processes: readonly ExperimentProcess[], runId: string, now: number): ProcessChange {
  const known = byRunId(processes, runId);
  const endTime = known === undefined || isAlive(known, now) ? now : known.last_alive;
  return { processes: replaced(processes, { run_id: runId, phase: 'ended', crashed: 1, last_alive: endTime }) };
}

/**
 * Applies a crash report that does not identify its process. Once there are as many reports as alive processes, all
 * of them have crashed; until then, the next process that ends is assumed to be the crashed one.
 */
export function crashReportOf(
  processes: readonly ExperimentProcess[],
  now: number,
  crashReports: number,
): ProcessChange {
  const alive = processes.filter((process) => isAlive(process, now));
  if (alive.length === 0) return endSetTo(processes, now, { endTime: now, hasCrashed: true });
  if (crashReports + 1 < alive.length) return { processes, columns: { crash_reports: crashReports + 1 } };
  return {
    processes: processes.map((process) =>
      alive.includes(process) ? { ...process, phase: 'ended', crashed: 1, last_alive: now } : process,
    ),
    columns: { crash_reports: 0 },
  };
}

/**
 * Applies the end of an experiment set by a user or by a client without a run id. If the experiment had already
 * ended, only changes whether it crashed.
 */
export function endSetTo(
  processes: readonly ExperimentProcess[],
  now: number,
  { endTime, hasCrashed }: { readonly endTime: number; readonly hasCrashed: boolean },
): ProcessChange {
  const crashed = hasCrashed ? 1 : 0;
  const columns = { crash_reports: 0 };
  if (!processes.some(hasRun)) {
    const manual = { run_id: manualRunId, phase: 'ended', crashed, last_alive: endTime } as const;
    return { processes: [...processes, manual], columns };
  }
  return {
    processes: processes.map((process) => {
      if (process.phase === 'uploading') return process;
      if (process.phase === 'ended') return { ...process, crashed };
      return { ...process, phase: 'overruled', crashed, last_alive: isAlive(process, now) ? now : process.last_alive };
    }),
    columns,
  };
}

/** Applies the state `running` set by a client without a run id: it counts as a heartbeat of that client. */
export function runningSetBy(processes: readonly ExperimentProcess[], now: number): ProcessChange {
  const healthy = processes.map((process) =>
    process.phase === 'alive' && process.crashed === 1 ? { ...process, crashed: 0 } : process,
  );
  return { ...heartbeatOf(healthy, manualRunId, now), columns: { crash_reports: 0 } };
}
