import type { SnapshotOptions } from '../experiment/snapshot-options.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import type { Target } from '../targets/target.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/**
 * Takes a snapshot of a target, at most `snapshotBudgetBytes` of JSON, for storage in a notebook's output. For a
 * large project it contains the experiments and metrics that the view's state selects, then the newest experiments
 * and the most common metrics; `whole` contains the full counts.
 *
 * @throws RestApiException `not-found` when the target is absent
 */
export async function takeSnapshot(
  api: SnapshotSource,
  target: Target,
  options: SnapshotOptions = {},
): Promise<Snapshot> {
  const { readSnapshot } = await import('./index.ts');
  return await readSnapshot(api, target, options);
}
