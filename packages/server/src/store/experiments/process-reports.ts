import type { ExperimentRow } from '../tables/experiment-tables.ts';
import type { ExperimentProcess } from '../tables/process-tables.ts';
import { hasRun, isAlive, lastAliveOf, manualRunId, type ProcessChange } from './experiment-processes.ts';

/*
 * What the reports of clients change in the processes of an experiment: heartbeats, ends, crashes, uploads.
 */

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
  return { processes: next, columns: { end_set: 1, end_time: lastAliveOf(next.filter(hasRun)) } };
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
