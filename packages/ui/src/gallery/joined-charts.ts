import type { ChartData, ChartEntry } from '@tracklens/core/display';
import { withOwnPositions } from '../charts/own-positions.ts';

/** Returns the points of charts of the same experiments as those of one chart. */
export function joinedCharts(charts: readonly ChartData[]): ChartData {
  const keys = new Set(charts.flatMap((chart) => Object.keys(chart)));
  return Object.fromEntries(
    [...keys].map((key) => {
      const entries = charts.flatMap((chart) => (Object.hasOwn(chart, key) ? chart[key]! : []));
      return [key, entries.length === 1 ? entries[0]! : joinedEntry(entries)];
    }),
  );
}

/** Returns an entry with the metrics of several. Its durations count from the earliest start. */
function joinedEntry(entries: readonly ChartEntry[]): ChartEntry {
  const metrics = new Map(
    entries.flatMap((entry) => entry.metrics.map((metric) => [metric.metricName, withOwnPositions(entry, metric)])),
  );
  const starts = entries.flatMap(({ startMillis }) => startMillis ?? []);
  return { ...(starts.length > 0 && { startMillis: Math.min(...starts) }), metrics: [...metrics.values()] };
}
