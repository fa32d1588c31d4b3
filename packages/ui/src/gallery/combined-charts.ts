import { combinedCharts, type MetricChart, relatedMetrics } from '@tracklens/core/charts';
import type { ChartOptions } from '@tracklens/core/display';

/** Returns the related metrics of each metric that has some: the chart that they can be combined into. */
export function relatedByName(names: readonly string[]): ReadonlyMap<string, MetricChart> {
  return new Map(relatedMetrics(names).flatMap((chart) => chart.metrics.map((name) => [name, chart] as const)));
}

/**
 * Returns what changes when metrics are combined into charts, or separated. Other charts lose these metrics; what was
 * seen of their own charts is reset.
 *
 * @param known metrics that exist
 */
export function combinedChange(
  options: ChartOptions,
  known: readonly string[],
  added: readonly MetricChart[],
  separated: readonly string[] = [],
): Partial<ChartOptions> {
  const moved = new Set([...separated, ...added.flatMap(({ metrics }) => metrics)]);
  const others = combinedCharts(known, options)
    .map(({ title, metrics }) => ({ title, metrics: metrics.filter((name) => !moved.has(name)) }))
    .filter(({ metrics }) => metrics.length > 1);
  const combined = [...others, ...added].map(({ title, metrics }) => ({
    ...(title !== '' && { title }),
    metrics: [...metrics],
  }));
  const unmoved = <Value>(record: Record<string, Value> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !moved.has(name)));
  return { combined, zoom: unmoved(options.zoom), pins: unmoved(options.pins) };
}

/** Returns whether all related metrics are combined. */
export function areRelatedCombined(
  options: ChartOptions,
  known: readonly string[],
  related: Iterable<MetricChart>,
): boolean {
  const charts = combinedCharts(known, options);
  return [...related].every((one) => charts.some((chart) => includesAll(chart, one)));
}

/** Returns what changes when all related metrics are combined or separated. */
export function relatedChange(
  options: ChartOptions,
  known: readonly string[],
  related: Iterable<MetricChart>,
  isCombined: boolean,
): Partial<ChartOptions> {
  const all = [...related];
  const charts = combinedCharts(known, options);
  if (isCombined) {
    const added = all.filter((one) => !charts.some((chart) => includesAll(chart, one)));
    return combinedChange(options, known, added);
  }
  const separated = charts.filter((chart) => all.some((one) => includesAll(chart, one)));
  return combinedChange(
    options,
    known,
    [],
    separated.flatMap(({ metrics }) => metrics),
  );
}

const includesAll = (chart: MetricChart, { metrics }: MetricChart) =>
  metrics.every((name) => chart.metrics.includes(name));
