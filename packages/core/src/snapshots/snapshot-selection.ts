import { defaultSelectionSize } from '../charts/chart-options.ts';
import { metricCharts } from '../charts/metric-charts.ts';
import { orderedMetrics } from '../charts/metric-groups.ts';
import { isSystemMetric } from '../charts/system-metric.ts';
import type { ViewState } from '../targets/view-state.ts';
import type { SnapshotExperiment } from './view-payload.ts';

/*
 * Selects the content of a project snapshot when not everything fits: what the view shows comes first, then the
 * newest experiments and the most common names.
 */

/** Maximum number of experiments in a project snapshot, and of those with points unless the view selects more. */
const maxExperiments = 60;
const maxCharted = 25;
/** Number of charts with an image: they are drawn in good quality before others get points. */
const firstCharts = 4;
/**
 * Maximum number of metrics with points that a view can select, and of series in total: the budget cannot fit more.
 */
const maxMetrics = 40;
const maxSeries = 360;

type Listed = { readonly experimentKey: string; readonly startTimeMillis?: number | null | undefined };

/** Returns experiments in the order of a view, the newest first. */
export function inViewOrder<T extends Listed>(listed: readonly T[]): T[] {
  return [...listed].sort((a, b) => (b.startTimeMillis ?? 0) - (a.startTimeMillis ?? 0));
}

/**
 * Returns the experiments that a view compares, of all in its order: the selected ones that exist, or without a
 * selection the first ones. Their colors depend on this set.
 */
export function comparedKeys(keys: readonly string[], state: ViewState | null | undefined): string[] {
  if (state?.selection === undefined) return keys.slice(0, defaultSelectionSize);
  const chosen = new Set(state.selection);
  return keys.filter((key) => chosen.has(key));
}

/** Returns the experiments that a view draws: the compared ones, without the hidden ones. */
export function drawnKeys(keys: readonly string[], state: ViewState | null | undefined): string[] {
  const hidden = new Set(state?.charts?.hidden);
  return comparedKeys(keys, state).filter((key) => !hidden.has(key));
}

/**
 * Returns the experiments of a snapshot, of all in the order of the view: selected ones first (visible before hidden),
 * then the others.
 */
export function snapshotExperiments<T extends Listed>(listed: readonly T[], state: ViewState | null | undefined): T[] {
  const chosen = new Set(state?.selection);
  const hidden = new Set(state?.charts?.hidden);
  const rank = ({ experimentKey: key }: T) => (!chosen.has(key) ? 2 : hidden.has(key) ? 1 : 0);
  return [...listed].sort((a, b) => rank(a) - rank(b)).slice(0, maxExperiments);
}

/** Returns record names in the order of metrics, and of equally important ones the most common first. */
export function mainNames(lists: Iterable<readonly { readonly name: string }[]>): string[] {
  const count = new Map<string, number>();
  for (const list of lists) for (const { name } of list) count.set(name, (count.get(name) ?? 0) + 1);
  return orderedMetrics(count.keys(), count);
}

/**
 * Returns the metrics that a view charts: the selected ones that exist, or without a selection all except system
 * metrics.
 */
export function chartedMetrics(main: readonly string[], state: ViewState | null | undefined): string[] {
  const known = new Set(main);
  const chosen = new Set(state?.charts?.metrics);
  if (chosen.size > 0) return [...chosen].filter((name) => known.has(name));
  const logged = main.filter((name) => !isSystemMetric(name));
  return logged.length > 0 ? logged : [...main];
}

/** Returns the columns that a view references, as `kind:name`. */
export function viewColumns({ table, project, charts }: ViewState): string[] {
  const { scatter, axes = [] } = project ?? {};
  const single = [table?.sort?.column, scatter?.x, scatter?.y, charts?.group?.by];
  return [...(table?.columns ?? []), ...(table?.pinned ?? []), ...axes, ...single.filter((one) => one !== undefined)];
}

/** Experiments and metrics whose points a snapshot contains, by priority. */
export interface ChartSnapshotSelection {
  readonly keys: readonly string[];
  readonly metrics: readonly string[];
  /** Number of leading keys, and of leading metrics (`needed`), that the view shows initially. */
  readonly drawn: number;
  readonly needed: number;
}

/**
 * Returns the metrics whose points a snapshot contains: the x axis, the charted ones, trends in the table, metrics
 * with a zoom, pin, table or full resolution; then the most common ones up to `minMetrics`. Those of one chart are next
 * to each other.
 */
function metricsWithPoints(
  main: readonly string[],
  state: ViewState,
  minMetrics: number,
): Pick<ChartSnapshotSelection, 'metrics' | 'needed'> {
  const { charts = {} } = state;
  const axis = typeof charts.xAxis === 'object' ? [charts.xAxis.metric] : [];
  const trends = viewColumns(state)
    .filter((id) => id.startsWith('spark:'))
    .map((id) => id.slice('spark:'.length));
  const { metrics = [], pins = {}, zoom = {}, full = [], tables = [] } = charts;
  const known = new Set(main);
  const shown = metricCharts(chartedMetrics(main, state), charts, main);
  const charted = shown.flatMap((chart) => chart.metrics);
  const hasChosen = metrics.some((name) => known.has(name));
  const chosen = new Set([...axis, ...(hasChosen ? charted : [])].filter((name) => known.has(name)));
  const needed = new Set([...chosen, ...trends.filter((name) => known.has(name))]);
  const touched = [...Object.keys(pins), ...Object.keys(zoom), ...full, ...tables].filter((name) => known.has(name));
  const limit = Math.max(minMetrics, Math.min(needed.size, maxMetrics));
  const all = [...new Set([...needed, ...touched, ...charted, ...main])].slice(0, limit);
  const first = shown.slice(0, firstCharts).reduce((sum, chart) => sum + chart.metrics.length, axis.length);
  return { metrics: all, needed: Math.min(chosen.size > axis.length ? chosen.size : first, limit) };
}

/**
 * Selects the series of a snapshot that have points: as many metrics as the view needs (at least `minMetrics`), of the
 * experiments it draws first.
 */
export function selectChartSnapshot(
  experiments: readonly SnapshotExperiment[],
  state: ViewState | null | undefined,
  minMetrics: number,
): ChartSnapshotSelection {
  const keys = experiments.map(({ metadata }) => metadata.experimentKey);
  const drawn = drawnKeys(keys, state);
  const hidden = new Set(state?.charts?.hidden);
  const first = new Set(drawn);
  const rank = (key: string) => (first.has(key) ? 0 : hidden.has(key) ? 2 : 1);
  const candidates = keys.sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(maxCharted, drawn.length));
  const charted = new Set(candidates);
  const namesOf = (some: ReadonlySet<string>) =>
    mainNames(experiments.filter(({ metadata }) => some.has(metadata.experimentKey)).map(({ metrics }) => metrics));
  const main = [...new Set([...namesOf(first), ...namesOf(charted)])];
  const { metrics, needed } = metricsWithPoints(main, state ?? { version: 1 }, minMetrics);
  const some = candidates.slice(0, Math.max(4, Math.floor(maxSeries / Math.max(1, metrics.length))));
  return { keys: some, metrics, needed, drawn: drawn.length };
}
