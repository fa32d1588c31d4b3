import type { ChartExperiment } from './chart-settings.ts';
import { type PaletteName, type SeriesStyle, seriesDashes, seriesPalettes } from './palette.ts';

/** Experiment or group with its resolved style. */
export type DrawnExperiment = ChartExperiment & SeriesStyle;

/** Metrics of a chart, and what decides how the lines of several metrics look. */
export interface SeriesContext {
  readonly metrics: readonly string[];
  /** Whether the chart compares experiments or groups, whose colors the lines then have. */
  readonly isCompared: boolean;
  readonly dark: boolean;
  readonly palette: PaletteName;
}

/** Style of the lines of one of several metrics. Where experiments are compared, the lines have their colors. */
export interface MetricStyle {
  readonly name: string;
  readonly color: string | null;
  readonly dash: readonly number[];
}

/** Line of a chart before its points are read: whose it is, which metric it has, how it is named and looks. */
export interface DrawnSeries extends SeriesStyle {
  /** Unique in its chart. */
  readonly key: string;
  /** Key of its experiment or group. */
  readonly experimentKey: string;
  /** Name of its experiment or group. */
  readonly experimentName: string;
  readonly metricName: string;
  /** Name of the line: that of its experiment or group, with that of its metric where the chart has several. */
  readonly label: string;
}

/** Returns the key of a line in a chart of these metrics. */
export function seriesKey(metrics: readonly string[], experimentKey: string, metricName: string): string {
  return metrics.length > 1 ? JSON.stringify([experimentKey, metricName]) : experimentKey;
}

/**
 * Returns the styles of several metrics by their positions, so that the charts of a view agree; empty for one metric,
 * whose lines look like their experiments.
 */
export function metricStyles({ metrics, isCompared, dark, palette }: SeriesContext): MetricStyle[] {
  if (metrics.length < 2) return [];
  const colors = seriesPalettes[palette][dark ? 'dark' : 'light'];
  return metrics.map((name, index) => ({
    name,
    color: isCompared ? null : colors[index % colors.length]!,
    dash: seriesDashes[(isCompared ? index : Math.floor(index / colors.length)) % seriesDashes.length]!,
  }));
}

/** Returns the lines of experiments or groups: each metric of the first, then those of the next. */
export function drawnSeries(experiments: readonly DrawnExperiment[], context: SeriesContext): DrawnSeries[] {
  const styles = metricStyles(context);
  return experiments.flatMap(({ key, label, color, dash }) =>
    context.metrics.map((metricName, index) => {
      const style = styles[index] ?? { color, dash };
      return {
        key: seriesKey(context.metrics, key, metricName),
        experimentKey: key,
        experimentName: label,
        metricName,
        label: styles.length === 0 ? label : context.isCompared ? `${label} · ${metricName}` : metricName,
        color: style.color ?? color,
        dash: style.dash,
      };
    }),
  );
}
