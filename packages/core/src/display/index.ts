export { ChartOptions } from './chart-options.ts';
export { type ChartTheme, chartTheme } from './chart-theme.ts';
export { displayCell } from './display-cell.ts';
export type { DisplayHost, DisplayOptions, MimeBundle } from './display-host.ts';
export type { Host, OpenOptions, ThemeKind } from './host.ts';
export { legendFields, legendName } from './legend-name.ts';
export {
  type AxisKind,
  emptyLineChart,
  type LineChartData,
  type LineRow,
  lineChart,
  type NonFiniteMarker,
  nonFiniteMarker,
  type PointMarker,
  type VegaLiteSpec,
} from './line-chart.ts';
export { experimentPage, projectPage, targetOfPage } from './link.ts';
export { linkWithState, stateOfLink } from './link-state.ts';
export { lowerBound, m4, nearest, upperBound } from './m4.ts';
export {
  axisKind,
  axisTitle,
  type ChartData,
  type ChartEntry,
  type ChartMetric,
  type MetricSeries,
  metricOf,
  metricSeries,
  metricValue,
  type SeriesNote,
  startMillis,
  type XAxis,
} from './metric-series.ts';
export {
  distinctLooks,
  type LookChoices,
  type PaletteName,
  paletteNames,
  type SeriesLook,
  seriesDashes,
  seriesLooks,
  seriesPalettes,
} from './palette.ts';
export { positiveValues } from './positive-values.ts';
export { shownTarget } from './shown-target.ts';
export { smoothedLine } from './smoothed-line.ts';
export type { Smoothing } from './smoothing.ts';
export { isTab, type Tab, TabChoices, tabIds, tabOf, tabs } from './tabs.ts';
export { Target, targetIdentity } from './target.ts';
export {
  type ReadPayload,
  readViewPayload,
  Snapshot,
  type SnapshotExperiment,
  snapshotBudgetBytes,
  ViewPayload,
  viewMimeType,
} from './view-payload.ts';
export { initialViewState, isNewerViewState, readViewState, sameArrangement, ViewState } from './view-state.ts';
