import type { ChartData } from './chart-data.ts';
import type { ChartLine } from './chart-line.ts';
import type { ChartExperiment, ChartGroup, GroupRule, ModelSettings, ScaleKind } from './chart-settings.ts';
import { type DrawnExperiment, drawnSeries, type MetricStyle, metricStyles } from './drawn-series.ts';
import {
  axisName,
  type ExperimentLines,
  experimentLines,
  extentOfX,
  hasWholeX,
  loggedMetric,
  xScaleOf,
} from './experiment-lines.ts';
import { groupedLines } from './grouped-lines.ts';
import type { AxisKind } from './line-chart.ts';
import { bestEnd, type Direction } from './metric-direction.ts';
import { axisKind, axisTitle, type SeriesNote } from './metric-series.ts';
import { seriesStyles } from './palette.ts';
import type { Domain } from './scales.ts';
import { shownX } from './shown-domain.ts';
import { extremes } from './value-blocks.ts';

/** Window of the x axis that was read on its own, with the number of logged points in it. */
export interface LoadedWindow {
  readonly domain: Domain;
  /** Least and greatest x of the visible experiments before the window was read. */
  readonly extent: Domain;
  /** By `seriesKey`. */
  readonly totals: ReadonlyMap<string, number>;
}

/** Input of `chartModel`. */
export interface ChartModelInput {
  /** Metrics that the chart draws, at least one. */
  readonly metrics: readonly string[];
  /** Name of what the chart shows. Default: the names of the metrics. */
  readonly title?: string | undefined;
  readonly chart: ChartData;
  readonly experiments: readonly ChartExperiment[];
  /** Groups of `settings.group`. Null draws one line per experiment. */
  readonly groups?: readonly ChartGroup[] | null;
  readonly settings: ModelSettings;
  readonly dark: boolean;
  readonly sampledTo: number | null;
  /** Window of which the chart has the points, where it has more of them than elsewhere. Default: none. */
  readonly window?: LoadedWindow | null | undefined;
  /** Translation of the axis title. Default: English. */
  readonly t?: ((english: string, ...values: string[]) => string) | undefined;
}

/** Everything a chart shows, before it is downsampled to the available pixels. */
export interface ChartModel extends ExperimentLines {
  readonly title: string;
  readonly metrics: readonly string[];
  /** Styles of several metrics, for the legend; empty for one metric. */
  readonly metricStyles: readonly MetricStyle[];
  /** Identifies the x axis. Equal for charts with comparable x values. */
  readonly axis: string;
  readonly xKind: AxisKind;
  /** Whether x are whole numbers, such as steps. */
  readonly isWholeX: boolean;
  readonly xTitle: string;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly smoothed: boolean;
  /** Lines to draw, without hidden experiments. */
  readonly lines: readonly ChartLine[];
  /** All experiments (or groups) that have a metric of the chart, for the legend. */
  readonly legend: readonly (DrawnExperiment & { readonly hidden: boolean })[];
  /** Least and greatest x of the lines; empty when the first is greater. */
  readonly xExtent: Domain;
  /** Best point of a chart of one metric. */
  readonly best: { readonly line: ChartLine; readonly index: number } | null;
  readonly sampledTo: number | null;
  readonly window: LoadedWindow | null;
  /** Aggregation of the experiments, with the numbers of both; null where each experiment has its own lines. */
  readonly grouped: (Pick<GroupRule, 'center' | 'band'> & Record<'experiments' | 'groups', number>) | null;
}

/** Returns an English text with its value in place of `%1`. */
export const inEnglish = (text: string, ...values: string[]) => text.replace('%1', () => values[0] ?? '');

/** Builds the model of a chart from its data. */
export function chartModel(input: ChartModelInput): ChartModel {
  const { metrics, title = metrics.join(', '), chart, settings, dark, sampledTo, t = inEnglish } = input;
  const { xAxis, yScale, group: rule } = settings;
  const groups = groupsOf(input);
  const legendKey = legendKeys(groups);
  const logged = withStyles(input.experiments, dark, settings).filter(({ key }) =>
    metrics.some((name) => loggedMetric(chart, key, name)),
  );
  const legendEntries = groups === null ? logged : withStyles(groups, dark, settings);
  const loggedKeys = new Set(logged.map(({ key }) => legendKey(key)));
  const hidden = new Set(settings.hidden);
  const legend = legendEntries
    .filter(({ key }) => loggedKeys.has(key))
    .map((entry) => ({ ...entry, hidden: hidden.has(entry.key) }));

  const isCompared = (groups ?? input.experiments).length > 1;
  const context = { metrics, isCompared, dark, palette: settings.palette };
  const read = experimentLines({ chart, series: drawnSeries(visibleExperiments(logged, input), context), settings });
  // Points that were logged while the window was read do not move a zoom that follows the newest point.
  const xExtent = input.window?.extent ?? extentOfX(read.lines.map(({ series }) => series));
  const xScale = xScaleOf(settings);
  const isWholeX = hasWholeX(settings, xExtent);
  const xKind = axisKind(xAxis);
  const lines =
    rule && groups
      ? groupedLines(read.lines, drawnSeries(legendEntries, context), groups, rule, {
          xAxis,
          xScale,
          yScale,
          domain: settings.zoom?.x
            ? shownX({ xKind, xScale, xExtent, isWholeX }, { ...settings, zoom: settings.zoom })
            : null,
        })
      : read.lines;
  return {
    ...read,
    title,
    metrics,
    metricStyles: metricStyles(context),
    axis: axisName(settings),
    xKind,
    isWholeX,
    xTitle: xTitle(settings, read.notes, t),
    xScale,
    yScale,
    smoothed: lines.some((line) => line.drawn !== line.series.y),
    lines,
    legend,
    xExtent,
    best: metrics.length > 1 ? null : bestOf(lines, bestEnd(settings, metrics[0]!)),
    sampledTo,
    window: input.window ?? null,
    grouped:
      rule && groups
        ? {
            center: rule.center,
            band: rule.band,
            experiments: experimentCount(read.lines),
            groups: experimentCount(lines),
          }
        : null,
  };
}

/** Returns the number of experiments or groups that have lines. */
export function experimentCount(lines: readonly ChartLine[]): number {
  return new Set(lines.map(({ experimentKey }) => experimentKey)).size;
}

const groupsOf = ({ groups, settings }: Pick<ChartModelInput, 'groups' | 'settings'>) =>
  settings.group && groups ? groups : null;

/** Returns the experiments that are not hidden in the legend, themselves or as members of a group. */
export function visibleExperiments<Item extends ChartExperiment>(
  experiments: readonly Item[],
  input: Pick<ChartModelInput, 'groups' | 'settings'>,
): Item[] {
  const hidden = new Set(input.settings.hidden);
  const legendKey = legendKeys(groupsOf(input));
  return experiments.filter(({ key }) => !hidden.has(legendKey(key)));
}

/** Returns which legend entry an experiment belongs to: its own, or that of its group (empty for none). */
function legendKeys(groups: readonly ChartGroup[] | null): (experimentKey: string) => string {
  if (groups === null) return (key) => key;
  const groupOf = new Map(groups.flatMap((group) => group.members.map((key) => [key, group.key] as const)));
  return (key) => groupOf.get(key) ?? '';
}

/** Returns experiments or groups with a color and dash: their own, or those of the palette. */
function withStyles<Item extends ChartExperiment>(
  items: readonly Item[],
  dark: boolean,
  settings: ModelSettings,
): (Item & DrawnExperiment)[] {
  const keys = items.map(({ key }) => key);
  const styles = seriesStyles(keys, dark, settings);
  return items.map((item) => {
    const style = styles.get(item.key)!;
    return { ...item, color: item.color ?? style.color, dash: item.dash ?? style.dash };
  });
}

/** Returns the title of the x axis. It mentions when indices replace steps or epochs that were not logged. */
function xTitle(
  { xAxis }: ModelSettings,
  notes: ReadonlyMap<SeriesNote, number>,
  t: NonNullable<ChartModelInput['t']>,
): string {
  const title = typeof xAxis === 'object' ? axisTitle(xAxis) : t(axisTitle(xAxis));
  return notes.has('index-for-step') || notes.has('index-for-epoch') ? t('%1 (or index)', title) : title;
}

/** Returns the best point of all lines, by logged values. */
function bestOf(lines: readonly ChartLine[], direction: Direction | null): ChartModel['best'] {
  if (direction === null) return null;
  let best: ChartModel['best'] = null;
  let value = direction === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const { y } = line.series;
    if (y.length === 0) continue;
    const { least, greatest } = extremes(y);
    const index = direction === 'min' ? least : greatest;
    const candidate = y[index]!;
    if (direction === 'min' ? candidate < value : candidate > value) {
      value = candidate;
      best = { line, index };
    }
  }
  return best;
}
