import { experimentTables } from '../snapshots/static-table.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { ViewState } from '../targets/view-state.ts';
import type { StaticBlock } from './static-block.ts';

/** Parts that the blocks of a tab are built from. */
export interface TabParts {
  /** Returns the charts of a state. */
  charts(state: ViewState): StaticBlock[];
  /** Whether charts and images are included. */
  readonly images: boolean;
}

/** Returns the content of the open tab of an experiment. */
export function tabBlocks(
  _snapshot: Snapshot,
  experiment: SnapshotExperiment,
  state: ViewState,
  { charts }: TabParts,
): StaticBlock[] {
  const tables = experimentTables(experiment, state).map((table): StaticBlock => ({ kind: 'table', table }));
  return state.tab === 'metrics' || state.tab === 'parameters' ? tables : [...charts(state), ...tables];
}
