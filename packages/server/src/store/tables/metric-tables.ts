import type { AreaSchema } from './area-schema.ts';

/** Row types of the metric tables, by table name. */
export interface MetricTables {
  /**
   * Summary of each metric, updated with every append. `value_current` is null if the last value is NaN, the minimum
   * and maximum if all values are.
   */
  metric_summaries: {
    experiment_key: string;
    metric_name: string;
    run_context: string | null;
    /** Total number of points. */
    total: number;
    /** Number of points in sealed chunks. */
    sealed: number;
    value_current: number | null;
    value_min: number | null;
    value_max: number | null;
    step_current: number | null;
    step_min: number | null;
    step_max: number | null;
    timestamp_first: number;
    timestamp_current: number;
    timestamp_min: number;
    timestamp_max: number;
  };
  /** Open end of each metric: the concatenated encoded points that were appended since its last sealed chunk. */
  metric_tails: { experiment_key: string; metric_name: string; data: Uint8Array };
  /** Sealed chunks, which never change. */
  metric_chunks: { experiment_key: string; metric_name: string; chunk: number; data: Uint8Array };
  /**
   * Ranges of sealed chunks, many in a row (`metric-ranges.ts`). Those of chunks of earlier versions may be missing.
   */
  metric_ranges: { experiment_key: string; metric_name: string; part: number; data: Uint8Array };
  /** Recently appended batches, to detect when a client that did not receive the response sends one again. */
  metric_batches: { experiment_key: string; fingerprint: string; logged_at: number };
  /**
   * Last request stored of each sequence of requests, by which a client that sends some of them again is recognized.
   */
  log_sequences: { experiment_key: string; sequence: string; last_number: number };
}

/** Schema of the metric tables. */
export const metricSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('metric_summaries')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('metric_name', type.text, (column) => column.notNull())
      .addColumn('run_context', type.text)
      .addColumn('total', type.integer, (column) => column.notNull())
      .addColumn('sealed', type.integer, (column) => column.notNull())
      .addColumn('value_current', type.number)
      .addColumn('value_min', type.number)
      .addColumn('value_max', type.number)
      .addColumn('step_current', type.number)
      .addColumn('step_min', type.number)
      .addColumn('step_max', type.number)
      .addColumn('timestamp_first', type.integer, (column) => column.notNull())
      .addColumn('timestamp_current', type.integer, (column) => column.notNull())
      .addColumn('timestamp_min', type.integer, (column) => column.notNull())
      .addColumn('timestamp_max', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_summaries_key', ['experiment_key', 'metric_name']),
    ...(['current', 'min', 'max'] as const).map((value) =>
      schema
        .createIndex(`metric_summaries_by_${value}`)
        .ifNotExists()
        .on('metric_summaries')
        .columns(['metric_name', `value_${value}`, 'experiment_key']),
    ),
    schema
      .createTable('metric_tails')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('metric_name', type.text, (column) => column.notNull())
      .addColumn('data', type.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_tails_key', ['experiment_key', 'metric_name']),
    schema
      .createTable('metric_chunks')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('metric_name', type.text, (column) => column.notNull())
      .addColumn('chunk', type.integer, (column) => column.notNull())
      .addColumn('data', type.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_chunks_key', ['experiment_key', 'metric_name', 'chunk']),
    schema
      .createTable('metric_ranges')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('metric_name', type.text, (column) => column.notNull())
      .addColumn('part', type.integer, (column) => column.notNull())
      .addColumn('data', type.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_ranges_key', ['experiment_key', 'metric_name', 'part']),
    schema
      .createTable('metric_batches')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('fingerprint', type.text, (column) => column.notNull())
      .addColumn('logged_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_batches_key', ['experiment_key', 'fingerprint']),
    schema.createIndex('metric_batches_by_time').ifNotExists().on('metric_batches').column('logged_at'),
    schema
      .createTable('log_sequences')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('sequence', type.text, (column) => column.notNull())
      .addColumn('last_number', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('log_sequences_key', ['experiment_key', 'sequence']),
  ],
  byExperiment: [
    'metric_summaries',
    'metric_tails',
    'metric_chunks',
    'metric_ranges',
    'metric_batches',
    'log_sequences',
  ],
  reference: [],
};

/** Tables with the points of a metric. */
export const pointTables = ['metric_summaries', 'metric_tails', 'metric_chunks', 'metric_ranges'] as const;
