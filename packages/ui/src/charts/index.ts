export type {
  ChartData,
  ChartExperiment,
  ChartGroup,
  ChartMetric,
  ChartSettings,
  LoadedWindow,
  Pin,
  ScaleKind,
  Smoothing,
  Zoom,
} from '@tracklens/core/charts';
export { type SeriesStyle, type StyleChoices, seriesStyles } from '@tracklens/core/display';
export { Chart } from './Chart.tsx';
export type { ChartAction } from './ChartMenu.tsx';
export type { ChartProps } from './chart-props.ts';
export type { ChartExports, ExportFormat } from './export/export-chart.ts';
export { HoverBus, type HoverPosition } from './hover-bus.ts';
export { SharedRange } from './shared-range.ts';
