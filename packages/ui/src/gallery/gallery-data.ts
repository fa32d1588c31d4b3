import type { MetricChart } from '@tracklens/core/charts';
import type { ChartExperiment, ChartGroup } from '../charts/index.ts';
import type { ChartStore } from './chart-store.ts';

/** Data of all charts of a gallery. */
export interface GalleryData {
  readonly store: ChartStore;
  readonly experiments: readonly ChartExperiment[];
  /** Groups of the experiments, or null where each has its own line. */
  readonly groups: readonly ChartGroup[] | null;
  /** Metrics of the experiments, of which the user may choose to show only some. */
  readonly metricNames: readonly string[];
  /** Related metrics by the name of each: the chart that they can be combined into. */
  readonly relatedByName: ReadonlyMap<string, MetricChart>;
  /** First parts of the names of saved files: the project, and the name of a single experiment. */
  readonly fileNames: readonly string[];
}
