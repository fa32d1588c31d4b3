import type { AreaSchema } from './area-schema.ts';

/** Phase of a process. */
type ProcessPhase =
  /** Sends heartbeats. It counts as lost after `heartbeatTimeoutMillis` without one. */
  | 'alive'
  /** Uploads data that was logged offline, which does not affect whether the experiment is running. */
  | 'uploading'
  /** Reported its end. Later heartbeats were sent before the end and are ignored. */
  | 'ended'
  /** The state of the experiment was set while the process was alive. A later heartbeat shows that it still is. */
  | 'overruled';

/** Row types of the process table, by table name. */
export interface ProcessTables {
  /** Processes that log into an experiment, or did so recently. */
  experiment_processes: {
    experiment_key: string;
    run_id: string;
    phase: ProcessPhase;
    /** 1 if the process crashed, or was reported as crashed while alive. */
    crashed: number;
    /** Time of the last heartbeat; once the process has ended, of its end. */
    last_alive: number;
  };
}

/** Schema of the process table. */
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

/** Process of an experiment. */
export type ExperimentProcess = Omit<ProcessTables['experiment_processes'], 'experiment_key'>;
