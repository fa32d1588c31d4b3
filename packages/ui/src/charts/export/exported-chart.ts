import type { ChartModel } from '../chart-model.ts';
import type { ChartRows } from '../chart-rows.ts';
import type { ChartData, ScaleKind, Smoothing, XAxis, Zoom } from '../chart-settings.ts';
import type { DrawnPlot } from './chart-image.ts';

/** Chart to export. */
export interface ExportedChart {
  readonly title: string;
  readonly caption: string;
  readonly model: ChartModel;
  /** All requested experiments, including those without the metric. */
  readonly experiments: readonly { readonly key: string; readonly label: string }[];
  readonly rows: ChartRows;
  readonly plot: DrawnPlot;
  readonly x: XAxis;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly smoothing: Smoothing | null;
  readonly zoom: Zoom | null;
  readonly data: ChartData;
}
