import type { ChartData } from '@tracklens/core/charts';
import { metricOf } from '@tracklens/core/display';

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

/** Points of one experiment in an export. */
export interface ExportedPoints extends ExportedExperiment {
  readonly points: PointColumns;
}

/** Reads every point of an experiment's metric; null if it was not logged. */
export type ReadPoints = (experimentKey: string) => Promise<PointColumns | null>;

/** Number of experiments that are read at once. */
const readAtOnce = 4;

/** Yields every point of a metric, by experiment. A few experiments are in memory at once. */
export async function* readPoints(
  experiments: readonly ExportedExperiment[],
  read: ReadPoints,
): AsyncGenerator<ExportedPoints> {
  for (let from = 0; from < experiments.length; from += readAtOnce) {
    const some = experiments.slice(from, from + readAtOnce);
    const columns = await Promise.all(some.map(({ key }) => read(key)));
    for (const [index, { key, label }] of some.entries()) {
      const points = columns[index];
      if (points) yield { key, label, points };
    }
  }
}

/** Yields the points of a metric in a saved copy, by experiment. */
export function* savedPoints(
  metricName: string,
  experiments: readonly ExportedExperiment[],
  chart: ChartData,
): Generator<ExportedPoints> {
  for (const { key, label } of experiments) {
    const entry = Object.hasOwn(chart, key) ? chart[key] : undefined;
    const metric = metricOf(entry, metricName);
    if (!entry || !metric) continue;
    const { values, timestamps: times = null } = metric;
    const shared = (list: readonly (number | null)[] | null | undefined) =>
      list?.length === values.length ? list : null;
    const [steps, epochs] = [metric.steps ?? shared(entry.steps), metric.epochs ?? shared(entry.epochs)];
    yield { key, label, points: { steps, epochs, times, values } };
  }
}
