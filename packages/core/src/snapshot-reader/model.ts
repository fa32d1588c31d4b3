import type { OperationOptions } from '../client/connection.ts';
import { snapshotModelRecord } from '../snapshots/snapshot-records.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import type { ModelTarget } from '../targets/target.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** Reads the snapshot of a registered model. */
export async function readModel(
  api: SnapshotSource,
  { workspace, modelName, version }: ModelTarget,
  options: OperationOptions,
): Promise<Snapshot> {
  const model = await api.getRegistryModelDetails(workspace, modelName, options);
  return { takenAtMillis: Date.now(), experiments: [], chart: {}, model: snapshotModelRecord(model, version) };
}
