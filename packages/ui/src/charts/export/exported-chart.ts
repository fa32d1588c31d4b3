import type { ChartData, ChartModel, ChartSettings } from '@tracklens/core/charts';
import type { DrawnPlot } from '../chart-drawing.ts';

/** Chart to export. */
export interface ExportedChart {
  readonly title: string;
  readonly caption: string;
  readonly model: ChartModel;
  /** All requested experiments, including those without the metric. */
  readonly experiments: readonly { readonly key: string; readonly label: string }[];
  readonly settings: ChartSettings;
  readonly plot: DrawnPlot;
  readonly data: ChartData;
}
