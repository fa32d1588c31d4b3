import type { ChartExperiment, ChartGroup } from '../charts/index.ts';
import type { ChartStore } from './chart-store.ts';

/** Data of all charts of a gallery. */
export interface GalleryData {
  readonly store: ChartStore;
  readonly experiments: readonly ChartExperiment[];
  /** Groups of the experiments, or null where each has its own line. */
  readonly groups: readonly ChartGroup[] | null;
  /** First parts of the names of saved files: the project, and the name of a single experiment. */
  readonly fileNames: readonly string[];
}
