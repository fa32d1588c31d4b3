import type { SnapshotExperiment } from '@tracklens/core/display';

/** Minimum, maximum and last value of a metric. For a parameter only the last value is used. */
export type Summary = SnapshotExperiment['metrics'][number];
