import type { AreaSchema } from './area-schema.ts';
import { heartbeatTimeoutMillis } from './experiment-state.ts';
import { type ExperimentRow, updateExperiment } from './experiments.ts';
import type { Executor } from './store.ts';

/*
 * Several processes log into one experiment: an evaluation next to a training, the ranks of a distributed training, a script that
 * resumes what another began. Each has a run id and sends its own heartbeats and its own end. This file derives the state of the
 * experiment from them, and writes it to the columns of `experiments` that readers and queries use.
 */

/** What is known of one process. */
export type ProcessPhase =
  /** It sends heartbeats; it was lost when none came for `heartbeatTimeoutMillis`. */
  | 'alive'
  /** It uploads what it logged offline, which says nothing about the present. */
  | 'uploading'
  /** It reported its end. Heartbeats that arrive later were sent earlier and are ignored. */
  | 'ended'
  /** The state of the experiment was set while it was alive. A later heartbeat shows that it still is. */
  | 'overruled';

/** The run id that stands for all clients that send `set-status` or `update-status`: these name no process. */
export const manualRunId = '';

/** Rows of processes, by table. */
export interface ProcessTables {
  /** The processes that log into an experiment, and those that did lately. */
  experiment_processes: {
    experiment_key: string;
    run_id: string;
    phase: ProcessPhase;
    /** 1 when it crashed, or was reported as crashed while it was alive. */
    crashed: number;
    /** The last heartbeat; the end, once it ended. */
    last_alive: number;
  };
}

/** The table of processes. */
export const processSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('experiment_processes')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('run_id', type.text, (column) => column.notNull())
      .addColumn('phase', type.text, (column) => column.notNull())
      .addColumn('crashed', type.integer, (column) => column.notNull())
      .addColumn('last_alive', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('experiment_processes_key', ['experiment_key', 'run_id']),
  ],
  byExperiment: ['experiment_processes'],
  reference: [],
};

/** One process of an experiment. */
export type ExperimentProcess = Omit<ProcessTables['experiment_processes'], 'experiment_key'>;

/** The columns of an experiment that follow from its processes. */
export type ExperimentLife = Pick<ExperimentRow, 'liveness' | 'ended' | 'crashed' | 'end_time' | 'last_alive'>;

/** Whether a process is alive, as far as its heartbeats tell. */
export function isAlive({ phase, last_alive }: ExperimentProcess, now: number): boolean {
  return phase === 'alive' && now - last_alive < heartbeatTimeoutMillis;
}

/** Time at which it shows that a process no longer runs: at its end, or when its heartbeats are missed. */
function noticedAt({ phase, last_alive }: ExperimentProcess): number {
  return phase === 'alive' ? last_alive + heartbeatTimeoutMillis : last_alive;
}

/** Whether the end of a process is a crash. Clients without a run id never report their end: silence is the end of these. */
function endsInCrash({ run_id, phase, crashed }: ExperimentProcess): boolean {
  return phase === 'alive' ? run_id !== manualRunId : crashed === 1;
}

const hasRun = ({ phase }: ExperimentProcess) => phase !== 'uploading';
const latest = (processes: readonly ExperimentProcess[]) => Math.max(0, ...processes.map((one) => one.last_alive));

/** Processes that were seen to end last; several when that was at the same time. */
function lastToEnd(processes: readonly ExperimentProcess[]): ExperimentProcess[] {
  const last = Math.max(...processes.map(noticedAt));
  return processes.filter((one) => noticedAt(one) === last);
}

/**
 * Returns the life of an experiment: it runs while any of its processes is alive, and has then ended as the last of them did. Null when
 * no process was ever alive.
 */
export function lifeOf(processes: readonly ExperimentProcess[], now: number): ExperimentLife | null {
  const counted = processes.filter(hasRun);
  if (counted.length === 0) return null;
  const crashes = lastToEnd(counted).some(endsInCrash);
  // Readers derive the end by silence themselves: `online` says that it is a crash.
  const liveness = crashes ? 'online' : 'manual';
  const alive = counted.filter((one) => isAlive(one, now));
  if (alive.length > 0) {
    const others = counted.filter((one) => !alive.includes(one));
    return { liveness, ended: 0, crashed: 0, end_time: latest(others), last_alive: latest(alive) };
  }
  const end = latest(counted);
  return { liveness, ended: 1, crashed: crashes ? 1 : 0, end_time: end, last_alive: end };
}

/** How long a process that ended is remembered: longer than a late heartbeat of it takes to arrive. */
export const rememberedProcessMillis = 10 * 60_000;

/** The processes that still decide something: the life of the experiment is the same without the others. */
function withoutForgotten(processes: readonly ExperimentProcess[], now: number): ExperimentProcess[] {
  const counted = processes.filter(hasRun);
  const last = new Set(counted.length === 0 ? [] : lastToEnd(counted));
  const end = latest(counted);
  return processes.filter(
    (one) => last.has(one) || one.last_alive === end || now - one.last_alive < rememberedProcessMillis,
  );
}

/** What a change makes of the processes of an experiment. */
export interface ProcessChange {
  readonly processes: readonly ExperimentProcess[];
  /** Further columns of the experiment to write. */
  readonly columns?: Partial<Omit<ExperimentRow, 'experiment_key'>>;
}

/** The processes of an experiment. */
export async function readProcesses(db: Executor, experimentKey: string): Promise<ExperimentProcess[]> {
  return await db
    .selectFrom('experiment_processes')
    .select(['run_id', 'phase', 'crashed', 'last_alive'])
    .where('experiment_key', '=', experimentKey)
    .orderBy('run_id')
    .execute();
}

/** Changes the processes of an experiment, and its life with them. Runs inside a transaction that holds the experiment. */
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
  const kept = new Set(after.map((one) => one.run_id));
  const removed = before.filter((one) => !kept.has(one.run_id)).map((one) => one.run_id);
  if (removed.length > 0) {
    await trx
      .deleteFrom('experiment_processes')
      .where('experiment_key', '=', experimentKey)
      .where('run_id', 'in', removed)
      .execute();
  }
  const changed = after.filter((one) => !before.includes(one));
  if (changed.length > 0) {
    await trx
      .insertInto('experiment_processes')
      .values(changed.map((one) => ({ experiment_key: experimentKey, ...one })))
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
  // An end time that was set is the one that is read, whatever happens.
  if ((columns.end_set ?? row.end_set) === 1) next.end_time = columns.end_time ?? row.end_time;
  await updateExperiment(trx, experimentKey, next);
}

const replaced = (processes: readonly ExperimentProcess[], next: ExperimentProcess) => [
  ...processes.filter((one) => one.run_id !== next.run_id),
  next,
];
const byRunId = (processes: readonly ExperimentProcess[], runId: string) =>
  processes.find((one) => one.run_id === runId);

/** The processes to judge a report by that names none: a process that was given its run id is there before its first heartbeat. */
export function processesOf(row: ExperimentRow, processes: readonly ExperimentProcess[]): readonly ExperimentProcess[] {
  if (processes.length > 0 || row.liveness !== 'online') return processes;
  return [{ run_id: row.run_id, phase: 'alive', crashed: 0, last_alive: row.last_alive }];
}

/** A heartbeat of a process. */
export function heartbeatOf(processes: readonly ExperimentProcess[], runId: string, now: number): ProcessChange {
  const known = byRunId(processes, runId);
  if (known?.phase === 'ended' && runId !== manualRunId) return { processes };
  // A crash that was set by hand is still true when the process goes on to its end.
  const crashed = known?.phase === 'overruled' || known?.phase === 'alive' ? known.crashed : 0;
  const next = replaced(processes, { run_id: runId, phase: 'alive', crashed, last_alive: now });
  const resumes = known === undefined && runId !== manualRunId && !processes.some((one) => isAlive(one, now));
  // What was set for the life that had ended does not hold for the one that begins.
  return resumes ? { processes: next, columns: { end_set: 0, crash_reports: 0 } } : { processes: next };
}

/** The end that a process reports of itself; a crash when one was reported before and no process has ended since. */
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

/** The heartbeat of a process that uploads what it logged offline. */
export function uploadOf(processes: readonly ExperimentProcess[], runId: string, now: number): ProcessChange {
  if (byRunId(processes, runId)?.phase === 'ended') return { processes };
  return { processes: replaced(processes, { run_id: runId, phase: 'uploading', crashed: 0, last_alive: now }) };
}

/** The time at which a process that logged offline had ended. */
export function uploadedEndOf(
  processes: readonly ExperimentProcess[],
  runId: string,
  now: number,
  endTime: number,
): ProcessChange {
  const next = replaced(processes, { run_id: runId, phase: 'ended', crashed: 0, last_alive: endTime });
  if (next.some((one) => isAlive(one, now))) return { processes: next };
  return { processes: next, columns: { end_set: 1, end_time: latest(next.filter(hasRun)) } };
}

/**
 * A crash that some process reports of itself without saying which one it is. When as many have reported one as are alive, all of them
 * crashed; otherwise the next that ends is taken for the one.
 */
export function crashReportOf(
  processes: readonly ExperimentProcess[],
  now: number,
  crashReports: number,
): ProcessChange {
  const alive = processes.filter((one) => isAlive(one, now));
  if (alive.length === 0) return stateSetTo(processes, now, now, true);
  if (crashReports + 1 < alive.length) return { processes, columns: { crash_reports: crashReports + 1 } };
  return {
    processes: processes.map((one) =>
      alive.includes(one) ? { ...one, phase: 'ended', crashed: 1, last_alive: now } : one,
    ),
    columns: { crash_reports: 0 },
  };
}

/** The end of an experiment that a person or a client without run id sets; when it had ended already, only how. */
export function stateSetTo(
  processes: readonly ExperimentProcess[],
  now: number,
  endTime: number,
  hasCrashed: boolean,
): ProcessChange {
  const crashed = hasCrashed ? 1 : 0;
  const columns = { crash_reports: 0 };
  if (!processes.some(hasRun)) {
    const manual = { run_id: manualRunId, phase: 'ended', crashed, last_alive: endTime } as const;
    return { processes: [...processes, manual], columns };
  }
  return {
    processes: processes.map((one) => {
      if (one.phase === 'uploading') return one;
      if (one.phase === 'ended') return { ...one, crashed };
      return { ...one, phase: 'overruled', crashed, last_alive: isAlive(one, now) ? now : one.last_alive };
    }),
    columns,
  };
}

/** The state `running` that is set by a client without run id: it counts as a heartbeat of that client. */
export function runningSetBy(processes: readonly ExperimentProcess[], now: number): ProcessChange {
  const healthy = processes.map((one) => (one.phase === 'alive' && one.crashed === 1 ? { ...one, crashed: 0 } : one));
  return { ...heartbeatOf(healthy, manualRunId, now), columns: { crash_reports: 0 } };
}
