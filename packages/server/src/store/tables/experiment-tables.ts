import type { AreaSchema } from './area-schema.ts';

/** Meaning of a heartbeat timeout. */
export type Liveness =
  /** A crash: the process with the last heartbeat reports its end. */
  | 'online'
  /** The end: the client with the last heartbeat never reports its end. */
  | 'manual'
  /** Nothing: there are no heartbeats. */
  | 'none';

/** Row types of the experiment tables, by table name. */
export interface ExperimentTables {
  experiments: {
    experiment_key: string;
    project_id: string;
    name: string | null;
    run_id: string;
    liveness: Liveness;
    archived: number;
    /** 1 if none of its processes is running, or if its end was set. */
    ended: number;
    /** 1 if it ended with a crash. */
    crashed: number;
    /** Number of crash reports without a run id that are not yet assigned to an ended process. */
    crash_reports: number;
    error: string | null;
    start_time: number;
    /** End of the processes that have ended, or 0 if none has; with `end_set`, the time that was set. */
    end_time: number;
    /** 1 if the end time was set explicitly and overrides the derived one. */
    end_set: number;
    /** Time of the last heartbeat. */
    last_alive: number;
    last_updated: number;
    file_name: string | null;
    file_path: string | null;
    optimization_id: string | null;
  };
  /** Links that show experiments in additional projects. */
  experiment_links: { experiment_key: string; project_id: string; created_at: number };
}

/** Schema of the experiment tables. */
export const experimentSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('experiments')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.primaryKey())
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('name', type.text)
      .addColumn('run_id', type.text, (column) => column.notNull())
      .addColumn('liveness', type.text, (column) => column.notNull())
      .addColumn('archived', type.integer, (column) => column.notNull())
      .addColumn('ended', type.integer, (column) => column.notNull())
      .addColumn('crashed', type.integer, (column) => column.notNull())
      .addColumn('crash_reports', type.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('error', type.text)
      .addColumn('start_time', type.integer, (column) => column.notNull())
      .addColumn('end_time', type.integer, (column) => column.notNull())
      .addColumn('end_set', type.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('last_alive', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addColumn('file_name', type.text)
      .addColumn('file_path', type.text)
      .addColumn('optimization_id', type.text),
    // Lists are read in the order of this index, so that a page costs the same in a large project.
    schema
      .createIndex('experiments_by_start')
      .ifNotExists()
      .on('experiments')
      .columns(['project_id', 'archived', 'start_time desc', 'experiment_key']),
    schema
      .createIndex('experiments_by_time')
      .ifNotExists()
      .on('experiments')
      .columns(['archived', 'start_time desc', 'experiment_key']),
    schema
      .createIndex('experiments_by_update')
      .ifNotExists()
      .on('experiments')
      .columns(['project_id', 'archived', 'last_updated']),
    // Only earlier versions read this index. They create it when they open the data, so it is dropped at each start.
    schema.dropIndex('experiments_of_project').ifExists(),
    schema
      .createTable('experiment_links')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('experiment_links_key', ['experiment_key', 'project_id']),
    schema.createIndex('links_of_project').ifNotExists().on('experiment_links').columns(['project_id']),
  ],
  byExperiment: ['experiments', 'experiment_links'],
  reference: [],
};

/** Row of `experiments`. */
export type ExperimentRow = ExperimentTables['experiments'];
