import type { OperationOptions } from '../client/connection.ts';
import type { ViewState } from '../targets/view-state.ts';

/** Options of `takeSnapshot`. */
export interface SnapshotOptions extends OperationOptions {
  /** State of the view. When not everything fits, the snapshot contains what the state shows. */
  readonly state?: ViewState | null | undefined;
  /**
   * Reduces an image to the size of a thumbnail; null for what is not an image. Default: images of up to 30 kB are
   * included as they are.
   */
  readonly reduceImage?: ((bytes: Uint8Array) => Promise<Uint8Array | null>) | undefined;
}
