import type { ChartMetric } from '@tracklens/core/charts';
import type { ChartEntry } from '@tracklens/core/display';

/** Returns a copy of a metric with the steps and epochs that it shares with others of its entry. */
export function withOwnPositions(entry: ChartEntry, metric: ChartMetric): ChartMetric {
  const shared = (list: ChartEntry['steps']) => (list?.length === metric.values.length ? list : null);
  return { ...metric, steps: metric.steps ?? shared(entry.steps), epochs: metric.epochs ?? shared(entry.epochs) };
}
