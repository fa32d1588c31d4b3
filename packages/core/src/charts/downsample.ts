import type { ChartEntry, ChartMetric } from './chart-data.ts';
import { metricValue } from './metric-value.ts';

/**
 * Returns the indices of at most `count` values (`count` is at least 5) that preserve the shape of a curve: the
 * first, lowest, highest and last value of each chunk, and its first non-finite value. Ascending and deterministic.
 * @internal Exported for tests: tested for every length without building charts.
 */
export function sampleIndices(values: readonly unknown[], count: number): number[] {
  if (values.length <= count) return values.map((_, index) => index);
  const chunks = Math.max(1, Math.floor(count / 5));
  const kept: number[] = [];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const from = Math.floor((chunk * values.length) / chunks);
    const to = Math.floor(((chunk + 1) * values.length) / chunks);
    let [lowest, highest, nonFinite] = [-1, -1, -1];
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = from; index < to; index++) {
      const value = metricValue(values[index]);
      if (value === null || !Number.isFinite(value)) {
        if (nonFinite < 0) nonFinite = index;
        continue;
      }
      if (value < least) [least, lowest] = [value, index];
      if (value > greatest) [greatest, highest] = [value, index];
    }
    const indices = new Set([from, lowest, highest, nonFinite, to - 1].filter((index) => index >= 0));
    kept.push(...[...indices].sort((a, b) => a - b));
  }
  return kept;
}

/**
 * Downsamples a metric to at most `count` points; the lists stay parallel. `total` is the original number of points
 * when some are dropped. Lists without any value are dropped.
 * @internal Exported for tests: tested without building a whole chart.
 */
export function downsampleMetric(metric: ChartMetric, count: number): ChartMetric {
  const indices = sampleIndices(metric.values, count);
  const pick = <T>(list: readonly T[]) => indices.map((index) => list[index] as T);
  const lists = (['steps', 'epochs', 'timestamps', 'durations'] as const).flatMap((name) => {
    const list = metric[name];
    return list?.some((value) => value !== null) ? [[name, pick(list)] as const] : [];
  });
  // Durations repeat the timestamps. Only services without timestamps need them.
  const stamped = lists.some(([name]) => name === 'timestamps');
  const total = Math.max(metric.total ?? 0, metric.values.length);
  return {
    metricName: metric.metricName,
    values: pick(metric.values),
    ...Object.fromEntries(lists.filter(([name]) => name !== 'durations' || !stamped)),
    ...(total > indices.length ? { total } : {}),
  };
}

/** Downsamples a metric of an experiment to at most `count` points, with the steps and epochs that metrics share. */
export function downsampleWithShared(entry: ChartEntry, metric: ChartMetric, count: number): ChartMetric {
  // Each metric needs its own copy of a shared list, because downsampling selects different indices per metric.
  const steps = metric.steps ?? sharedList(entry.steps, metric);
  const epochs = metric.epochs ?? sharedList(entry.epochs, metric);
  return downsampleMetric({ ...metric, steps, epochs }, count);
}

function sharedList(list: readonly (number | null)[] | null | undefined, metric: ChartMetric) {
  return list?.length === metric.values.length ? [...list] : null;
}
