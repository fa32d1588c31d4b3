import type { OperationOptions } from '../client/connection.ts';
import type { ViewState } from '../targets/view-state.ts';

/** Options of `takeSnapshot`. */
export interface SnapshotOptions extends OperationOptions {
  /** State of the view. When not everything fits, the snapshot contains what the state shows. */
  readonly state?: ViewState | null | undefined;
}
