import type { ChartData } from '@tracklens/core/charts';
import { metricOf } from '@tracklens/core/display';
import { withOwnPositions } from '../own-positions.ts';

/**
 * Points of one metric as columns of equal length; null for a column without entries. A missing step, epoch or time
 * is null or NaN.
 */
interface PointColumns {
  readonly steps: ArrayLike<number | null> | null;
  readonly epochs: ArrayLike<number | null> | null;
  /** Milliseconds since 1970. */
  readonly times: ArrayLike<number | null> | null;
  readonly values: ArrayLike<number | string | null>;
}

/** Experiment of an export. */
interface ExportedExperiment {
  readonly key: string;
  readonly label: string;
}

/** Points of one metric of an experiment in an export. */
export interface ExportedPoints extends ExportedExperiment {
  readonly metricName: string;
  readonly points: PointColumns;
}

/** Reads every point of an experiment's metric; null if it was not logged. */
export type ReadPoints = (experimentKey: string, metricName: string) => Promise<PointColumns | null>;

/** Number of series that are read at once. */
const readAtOnce = 4;

/** Yields every point of metrics, by experiment. A few series are in memory at once. */
export async function* readPoints(
  metrics: readonly string[],
  experiments: readonly ExportedExperiment[],
  read: ReadPoints,
): AsyncGenerator<ExportedPoints> {
  const series = seriesOf(metrics, experiments);
  for (let from = 0; from < series.length; from += readAtOnce) {
    const some = series.slice(from, from + readAtOnce);
    const columns = await Promise.all(some.map(({ key, metricName }) => read(key, metricName)));
    for (const [index, one] of some.entries()) {
      const points = columns[index];
      if (points) yield { ...one, points };
    }
  }
}

const seriesOf = (metrics: readonly string[], experiments: readonly ExportedExperiment[]) =>
  experiments.flatMap(({ key, label }) => metrics.map((metricName) => ({ key, label, metricName })));

/** Yields the points of metrics in a saved copy, by experiment. */
export function* savedPoints(
  metrics: readonly string[],
  experiments: readonly ExportedExperiment[],
  chart: ChartData,
): Generator<ExportedPoints> {
  for (const one of seriesOf(metrics, experiments)) {
    const entry = Object.hasOwn(chart, one.key) ? chart[one.key] : undefined;
    const metric = metricOf(entry, one.metricName);
    if (!entry || !metric) continue;
    const { values, steps = null, epochs = null, timestamps: times = null } = withOwnPositions(entry, metric);
    yield { ...one, points: { steps, epochs, times, values } };
  }
}
