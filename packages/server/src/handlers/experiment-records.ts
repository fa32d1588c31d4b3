import type { ExperimentMetadata, ParameterSummary } from '@tracklens/core/contract';
import { stateOf } from '../store/experiments/experiment-state.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import type { ValueRow } from '../store/tables/item-tables.ts';
import type { ProjectRow } from '../store/tables/project-tables.ts';

/** Returns the record of an experiment in a project, with its state as of `now`. */
export function experimentRecord(
  row: ExperimentRow,
  project: Pick<ProjectRow, 'project_id' | 'project_name' | 'workspace_name'>,
  now: number,
): ExperimentMetadata {
  const { running, hasCrashed, endTime } = stateOf(row, now);
  return {
    archived: row.archived === 1,
    durationMillis: Math.max(0, endTime - row.start_time),
    endTimeMillis: endTime,
    experimentKey: row.experiment_key,
    experimentName: row.name,
    fileName: row.file_name,
    filePath: row.file_path,
    optimizationId: row.optimization_id,
    projectId: project.project_id,
    projectName: project.project_name,
    running,
    startTimeMillis: row.start_time,
    throttle: false,
    workspaceName: project.workspace_name,
    hasCrashed,
  };
}

/** Returns the record of a parameter or another item, with its minimum and maximum. */
export function valueRecord(row: ValueRow): ParameterSummary {
  return {
    name: row.name,
    valueMax: row.value_max,
    valueMin: row.value_min,
    valueCurrent: row.value,
    timestampMax: row.timestamp_max,
    timestampMin: row.timestamp_min,
    timestampCurrent: row.updated_at,
  };
}

/**
 * Converts a JSON value to the text in which parameters and other items are stored. A number of JSON that is too large
 * for a double is infinite, and stored like the word that clients send.
 */
export function valueAsText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : (JSON.stringify(value ?? null) ?? 'null');
}
