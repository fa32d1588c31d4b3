import { type ChartModel, chartModel, experimentCount, inEnglish } from '../charts/chart-model.ts';
import { type ChartSettings, chartSettings } from '../charts/chart-options.ts';
import type { ChartGroup } from '../charts/chart-settings.ts';
import type { ChartTheme } from '../charts/chart-theme.ts';
import { countText } from '../charts/count-text.ts';
import { drawnGroups } from '../charts/experiment-groups.ts';
import { type MetricChart, metricCharts } from '../charts/metric-charts.ts';
import { type ImageSize, type SvgChart, svgChart } from '../charts/svg-chart.ts';
import type { ViewState } from '../targets/view-state.ts';
import { experimentNames } from './snapshot-names.ts';
import { chartedMetrics, comparedKeys, drawnKeys, inViewOrder, mainNames } from './snapshot-selection.ts';
import type { Snapshot } from './view-payload.ts';

/** Returns the keys of the experiments, in the order of the view. */
const keysOf = ({ experiments }: Snapshot) =>
  inViewOrder(experiments.map(({ metadata }) => metadata)).map(({ experimentKey }) => experimentKey);

/** Returns the experiments that the images draw: those of the view that have points. */
export const imageKeys = (snapshot: Snapshot, state: ViewState | undefined): string[] =>
  drawnKeys(keysOf(snapshot), state).filter((key) => Object.hasOwn(snapshot.chart, key));

/** Returns the charts that get an image: those of the view, of metrics that its experiments have points of. */
export function imageCharts(snapshot: Snapshot, state: ViewState | undefined): MetricChart[] {
  const keys = imageKeys(snapshot, state);
  const drawn = new Set<string>();
  for (const key of keys) {
    for (const { metricName, values } of snapshot.chart[key]!.metrics) if (values.length > 0) drawn.add(metricName);
  }
  const charted = new Set(keys);
  const main = mainNames(
    snapshot.experiments.filter(({ metadata }) => charted.has(metadata.experimentKey)).map(({ metrics }) => metrics),
  );
  const known = [...new Set([...main, ...drawn])].filter((name) => drawn.has(name));
  return metricCharts(chartedMetrics(known, state), state?.charts, known);
}

/** Returns the groups of the settings, or null where each experiment has its own line. */
function groupsOf(
  snapshot: Snapshot,
  experiments: readonly { readonly key: string; readonly label: string }[],
  { group }: ChartSettings,
): readonly ChartGroup[] | null {
  if (group === undefined) return null;
  const details = new Map(snapshot.experiments.map((one) => [one.metadata.experimentKey, one]));
  return drawnGroups(experiments, details, group.by, inEnglish);
}

/** Chart of a saved view, with its settings. */
interface SnapshotModel {
  readonly model: ChartModel;
  readonly settings: ChartSettings;
}

/**
 * Returns the model of a chart in a saved view, as the live view draws it.
 * @internal Exported for tests: a test compares the image with its points.
 */
export function snapshotModel(
  snapshot: Snapshot,
  state: ViewState | undefined,
  { dark }: ChartTheme,
  { title, metrics }: MetricChart,
): SnapshotModel {
  const settings = chartSettings(state?.charts, metrics[0]!);
  const names = experimentNames(snapshot, settings.label);
  const experiments = comparedKeys(keysOf(snapshot), state).map((key) => ({ key, label: names.get(key)! }));
  const groups = groupsOf(snapshot, experiments, settings);
  const model = chartModel({
    title,
    metrics,
    chart: snapshot.chart,
    experiments,
    groups,
    settings,
    dark,
    sampledTo: null,
  });
  return { model, settings };
}

/** Maximum number of metrics that the description of an image names. */
const namedMetrics = 8;

/** Static image of a chart with its description. */
export interface ChartImage extends SvgChart {
  readonly alt: string;
  /** Metrics of the chart. */
  readonly metrics: readonly string[];
}

/** Draws a chart of a saved view as an image; null when there is nothing to draw. */
export function snapshotChart(
  snapshot: Snapshot,
  state: ViewState | undefined,
  theme: ChartTheme,
  shown: MetricChart,
  size: ImageSize,
): ChartImage | null {
  const { title, metrics } = shown;
  const { model, settings } = snapshotModel(snapshot, state, theme, shown);
  const subtitle = (points: number) => subtitleOf(model, points, snapshot.whole?.drawn);
  const chart = svgChart({ model, settings, theme, title, subtitle, size });
  const names = metrics.slice(0, namedMetrics).join(', ') + (metrics.length > namedMetrics ? '…' : '');
  const subject = title === names ? title : `${title} (${names})`;
  return chart && { ...chart, metrics, alt: `Chart of ${subject} over ${model.xTitle}: ${subtitle(chart.shown)}` };
}

/** Describes the content of the image in words; `drawn` is the number of experiments that the view draws. */
function subtitleOf(model: ChartModel, shown: number, drawn = 0): string {
  const { metrics, lines, grouped, total, nan, infinite, smoothed } = model;
  const members = grouped?.experiments ?? experimentCount(lines);
  const experiments = drawn > members ? `${countText(members)} of ${countText(drawn)}` : countText(members);
  return [
    ...(members === 1 && lines[0] ? [lines[0].experimentName] : []),
    ...(members > 1 || drawn > 1 ? [`${experiments} experiments`] : []),
    ...(grouped
      ? [`${grouped.center} of ${countText(grouped.groups)} ${grouped.groups === 1 ? 'group' : 'groups'}`]
      : []),
    ...(metrics.length > 1 ? [`${countText(metrics.length)} metrics`] : []),
    shown < total && !grouped ? `${countText(shown)} of ${points(total)}` : points(total),
    ...(nan > 0 ? [`${countText(nan)} NaN`] : []),
    ...(infinite > 0 ? [`${countText(infinite)} infinite`] : []),
    ...(smoothed ? ['smoothed'] : []),
  ].join(' · ');
}

const points = (value: number) => `${countText(value)} ${value === 1 ? 'point' : 'points'}`;
