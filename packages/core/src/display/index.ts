export type { ChartData, ChartEntry, ChartMetric } from '../charts/chart-data.ts';
export {
  ChartOptions,
  type ChartSettings,
  chartDefaults,
  chartSettings,
  type Pin,
  type Zoom,
} from '../charts/chart-options.ts';
export { type ChartTheme, chartTheme, type ThemeKind } from '../charts/chart-theme.ts';
export {
  legendFields,
  legendName,
  type NamedDetails,
  type NamedExperiment,
  type NamedValue,
} from '../charts/legend-name.ts';
export {
  type AxisKind,
  type ChartSeries,
  emptyLineChart,
  type LineChartData,
  type LineRow,
  lineChart,
  type NonFiniteMarker,
  nonFiniteMarker,
  type PointMarker,
  type VegaLiteSpec,
} from '../charts/line-chart.ts';
export { lowerBound, type M4Range, type M4Window, m4, nearest, upperBound } from '../charts/m4.ts';
export {
  axisKind,
  axisTitle,
  type DrawableSeries,
  type MetricAxis,
  metricOf,
  metricSeries,
  type NonFinitePoint,
  type SeriesNote,
  startMillis,
  type XAxis,
} from '../charts/metric-series.ts';
export { metricValue } from '../charts/metric-value.ts';
export {
  distinctStyles,
  type Palette,
  type PaletteName,
  paletteNames,
  type SeriesStyle,
  type StyleChoices,
  seriesDashes,
  seriesPalettes,
  seriesStyles,
} from '../charts/palette.ts';
export { positiveValues } from '../charts/positive-values.ts';
export { smoothedLine } from '../charts/smoothed-line.ts';
export type { Smoothing } from '../charts/smoothing.ts';
export { type AssetTab, assetKinds } from '../snapshots/asset-kinds.ts';
export { fromBase64, toBase64 } from '../snapshots/base64.ts';
export { gitFacts } from '../snapshots/git-facts.ts';
export type { SnapshotContent } from '../snapshots/snapshot-content.ts';
export { type FactFormats, type FactGroup, systemFacts } from '../snapshots/system-facts.ts';
export { viewMimeType } from '../snapshots/view-mime-type.ts';
export {
  heightRange,
  type InvalidPayload,
  type ReadPayload,
  readViewPayload,
  Snapshot,
  type SnapshotExperiment,
  snapshotBudgetBytes,
  type ValidPayload,
  ViewPayload,
} from '../snapshots/view-payload.ts';
export { type CellConnection, displayCell } from '../targets/display-cell.ts';
export type { Host, HostManagement, HostStorage, HostTheme, OpenOptions, ReportedError } from '../targets/host.ts';
export { experimentPage, type ParentProject, pageOfTarget, projectPage, targetOfPage } from '../targets/link.ts';
export { linkWithState, stateOfLink } from '../targets/link-state.ts';
export { shownTarget } from '../targets/shown-target.ts';
export { isTab, type Tab, TabChoices, tabIds, tabOf, tabs } from '../targets/tabs.ts';
export {
  type ExperimentTarget,
  type ModelTarget,
  type ProjectTarget,
  type QueryTarget,
  Target,
} from '../targets/target.ts';
export { targetIdentity } from '../targets/target-identity.ts';
export {
  initialViewState,
  isNewerViewState,
  readViewState,
  sameArrangement,
  ViewState,
} from '../targets/view-state.ts';
export type { DisplayHost, DisplayOptions, MimeBundle } from './display-host.ts';
