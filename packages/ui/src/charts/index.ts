export { type SeriesLook, seriesLooks } from '@tracklens/core/display';
export { Chart, type ChartProps } from './Chart.tsx';
export type {
  ChartData,
  ChartExperiment,
  ChartMetric,
  Direction,
  ScaleKind,
  Smoothing,
  XAxis,
  Zoom,
} from './chart-settings.ts';
export { type HoverBus, type HoverPosition, hoverBus } from './hover-bus.ts';
