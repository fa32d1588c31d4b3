import { useMemo } from 'react';
import { useViewState } from '../view/view-context.ts';
import type { ExperimentRow } from './columns.ts';
import { bestRow, type Objective, objectiveMetrics, objectiveOf } from './objective.ts';

/** Objective of the experiments of a table. */
export interface TableObjective {
  /** Metrics that can be the objective, the most likely ones first. */
  readonly metrics: readonly string[];
  readonly objective: Objective | null;
  /** Experiment with the best value. */
  readonly best: ExperimentRow | null;
}

/** Returns the objective of a table's experiments: the one that the user chose, or the most likely one. */
export function useObjective(rows: readonly ExperimentRow[]): TableObjective {
  const chosen = useViewState((state) => state.table?.objective);
  const metrics = useMemo(() => objectiveMetrics(rows), [rows]);
  const objective = useMemo(() => objectiveOf(metrics, chosen), [metrics, chosen]);
  const best = useMemo(() => (objective === null ? null : bestRow(rows, objective)), [rows, objective]);
  return { metrics, objective, best };
}
