export { type AggregationRule, aggregated } from './aggregation.ts';
export type { ChartData, ChartMetric } from './chart-data.ts';
export {
  type ChartLayout,
  chartLayout,
  containerHeight,
  containerWidth,
  type DrawingSpace,
  type PlotBox,
  zoomInto,
} from './chart-layout.ts';
export type { ChartLine } from './chart-line.ts';
export {
  type ChartModel,
  type ChartModelInput,
  chartModel,
  experimentCount,
  type LoadedWindow,
} from './chart-model.ts';
export {
  type ChartSettings,
  combinedLimit,
  defaultSelectionSize,
  defaultXAxis,
  type Pin,
  type Zoom,
} from './chart-options.ts';
export { type ChartRows, chartRows, pointsWithin } from './chart-rows.ts';
export {
  type ChartExperiment,
  type ChartGroup,
  changedSettings,
  equalSetting,
  equalSettings,
  type ModelSettings,
  type RenderOptions,
  type ScaleKind,
} from './chart-settings.ts';
export { bandOpacity, lineOpacity } from './chart-theme.ts';
export { curveData, curveMetrics } from './curve-data.ts';
export { drawsEveryPoint, fullRowsInSlices, type RowBudget, type SampledRows, sampledRows } from './drawn-rows.ts';
export { type MetricStyle, seriesKey } from './drawn-series.ts';
export { drawnGroups, groupsBy } from './experiment-groups.ts';
export { xScaleOf } from './experiment-lines.ts';
export {
  evenBins,
  evenlySpaced,
  type Histogram,
  histogramsOf,
  meanOf,
  quantile,
  rangeOf,
} from './histogram.ts';
export { combinedCharts, type MetricChart, metricCharts, relatedMetrics } from './metric-charts.ts';
export { bestEnd, type Direction, metricDirection } from './metric-direction.ts';
export { type MetricGroup, matchingGroups, metricGroups, orderedMetrics } from './metric-groups.ts';
export { entryWithMetrics } from './metric-series.ts';
export { pngFile } from './png-file.ts';
export { type Domain, fraction, paddedDomain, project, type Ticks, type TickTexts, ticks, valueAt } from './scales.ts';
export { shownPart } from './shown-domain.ts';
export { shownMarkers } from './shown-markers.ts';
export type { Smoothing } from './smoothing.ts';
export { spanLabel } from './span-label.ts';
export { isSystemMetric } from './system-metric.ts';
export { type LoggedNames, unknownNames, unknownTexts } from './unknown-names.ts';
export { extremes } from './value-blocks.ts';
export {
  chartOfColumns,
  isComplete,
  type ReadWindows,
  seriesWindows,
  type VisiblePart,
  visiblePart,
  type WindowColumns,
  windowAxis,
  windowedChart,
  windowTotals,
  type ZoomInput,
  zoomWindow,
} from './windowed-chart.ts';
export { countBeyond, yExtentOf } from './y-range.ts';
