import type { SnapshotOptions } from '../experiment/snapshot-options.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import type { Target } from '../targets/target.ts';
import { initialViewState } from '../targets/view-state.ts';
import { readExperiment } from './experiment.ts';
import { readModel } from './model.ts';
import { readProject } from './project.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** Reads the snapshot of a target. `takeSnapshot` loads this module lazily and has the documentation. */
export function readSnapshot(
  api: SnapshotSource,
  target: Target,
  { state, reduceImage, ...options }: SnapshotOptions = {},
): Promise<Snapshot> {
  const view = state ?? initialViewState;
  switch (target.kind) {
    case 'experiment':
      return readExperiment(api, target, view, { reduceImage, ...options });
    case 'project':
    case 'query':
      return readProject(api, target, view, options);
    case 'model':
      return readModel(api, target, options);
  }
}
