export { type SeriesLook, seriesLooks } from '@tracklens/core/display';
export { Chart, type ChartProps } from './Chart.tsx';
export type {
  ChartData,
  ChartExperiment,
  ChartGroup,
  ChartMetric,
  Direction,
  Grouping,
  ScaleKind,
  Smoothing,
  XAxis,
  Zoom,
} from './chart-settings.ts';
export type { ChartExports, ExportFormat } from './export/export-chart.ts';
export { type HoverBus, type HoverPosition, hoverBus } from './hover-bus.ts';
