import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
import type { ExperimentRow } from './columns.ts';

type Details = ReadonlyMap<string, ExperimentDetails>;
type Metrics = ReadonlyMap<string, MetricOverview>;

/** Builds the rows of a table from the loaded data of its experiments. */
export type ExperimentRows = (
  records: readonly Metadata[],
  details: Details,
  metrics: Metrics,
) => readonly ExperimentRow[];

/**
 * Creates a function that builds table rows incrementally. A row whose record, details and metrics are unchanged
 * keeps its object, so that it is not redrawn. With ten thousand experiments, details of a few arrive many times a
 * second while scrolling; only those rows are rebuilt then.
 */
export function experimentRows(): ExperimentRows {
  let known: readonly Metadata[] = [];
  let knownMetrics: Metrics | null = null;
  let detailsCount = 0;
  let rows: readonly ExperimentRow[] = [];
  let places = new Map<string, number>();

  const rowOf = (metadata: Metadata, before: ExperimentRow | undefined, details: Details, metrics: Metrics) => {
    const found = details.get(metadata.experimentKey) ?? null;
    const overview = metrics.get(metadata.experimentKey);
    const same = before?.metadata === metadata && before.details === found && before.metrics === overview;
    return same ? before : { metadata, details: found, metrics: overview };
  };

  return (records, details, metrics) => {
    // Details are only added or replaced; a smaller map belongs to another list.
    if (records === known && metrics === knownMetrics && details.size >= detailsCount) {
      const next = [...rows];
      for (const [key, found] of details) {
        const at = places.get(key);
        if (at !== undefined && rows[at]!.details !== found) next[at] = rowOf(records[at]!, rows[at], details, metrics);
      }
      rows = next;
    } else {
      rows = records.map((metadata) => {
        const at = places.get(metadata.experimentKey);
        return rowOf(metadata, at === undefined ? undefined : rows[at], details, metrics);
      });
      if (records !== known) places = new Map(records.map(({ experimentKey }, at) => [experimentKey, at]));
    }
    known = records;
    knownMetrics = metrics;
    detailsCount = details.size;
    return rows;
  };
}
