import { type ChartEntry, type ChartMetric, maxValueLength } from '../charts/chart-data.ts';
import { downsampleWithShared } from '../charts/downsample.ts';
import { entryWithMetrics, metricOf } from '../charts/metric-series.ts';
import { metricValue } from '../charts/metric-value.ts';
import type { ViewState } from '../targets/view-state.ts';
import { jsonBytes } from './content-budget.ts';
import { shortenedEnd } from './shortened-end.ts';
import { type ChartSnapshotSelection, mainNames, viewColumns } from './snapshot-selection.ts';
import { type Snapshot, type SnapshotExperiment, snapshotBudgetBytes } from './view-payload.ts';

/*
 * Fits a snapshot into its size budget. Records take at most half of the budget, or what the points leave unused;
 * points take the rest. Of the records, summaries are dropped before experiments. Of the points, series that the view
 * does not show initially are dropped before the shown ones are downsampled further.
 */

const maxPoints = 500;
/** Points of each initially visible series before other series get any. */
const goodPoints = 120;
const minPoints = 24;
/** Maximum number of metrics, and of parameters, per experiment; halved until all experiments fit. */
const maxSummaries = 1024;
const minSummaries = 8;

/** Returns names by priority: those the view references, then those that most experiments have. */
function rankedNames(
  lists: readonly (readonly { readonly name: string }[])[],
  kinds: readonly string[],
  state: ViewState,
  first: readonly string[] = [],
): string[] {
  const columns = new Set(viewColumns(state));
  const label = state.charts?.label ?? '';
  const main = mainNames(lists);
  const named = main.filter(
    (name) => kinds.some((kind) => columns.has(`${kind}:${name}`)) || label.includes(`.${name}`),
  );
  return [...new Set([...named, ...first, ...main])];
}

/** Experiment with a subset of its records, and its size as JSON. */
interface Measured {
  readonly experiment: SnapshotExperiment;
  readonly size: number;
}

/**
 * Returns a function that reduces an experiment to some records. Each record is measured only once, because it may
 * hold a whole configuration.
 */
function shortening(
  one: SnapshotExperiment,
): (metrics: ReadonlySet<string>, parameters: ReadonlySet<string>) => Measured {
  const bare = jsonBytes({ ...one, metrics: [], parameters: [] });
  const sizes = new Map<object, number>(
    [...one.metrics, ...one.parameters].map((record) => [record, jsonBytes(record)]),
  );
  const listSize = (records: readonly object[]) =>
    records.reduce((sum, record) => sum + sizes.get(record)!, Math.max(0, records.length - 1));
  return (metricNames, parameterNames) => {
    const metrics = one.metrics.filter(({ name }) => metricNames.has(name));
    const parameters = one.parameters.filter(({ name }) => parameterNames.has(name));
    return {
      experiment: { ...one, metrics, parameters },
      size: bare + listSize(metrics) + listSize(parameters),
    };
  };
}

/** Returns the experiments whose records fit, in order; at least one experiment. */
function recordsWithin(
  experiments: readonly SnapshotExperiment[],
  { metrics }: ChartSnapshotSelection,
  state: ViewState,
  budget: number,
): SnapshotExperiment[] {
  const metricNames = rankedNames(
    experiments.map((one) => one.metrics),
    ['metric', 'min', 'max', 'spark'],
    state,
    metrics,
  );
  const parameterNames = rankedNames(
    experiments.map((one) => one.parameters),
    ['parameter'],
    state,
  );
  const shortened = experiments.map(shortening);
  let selected: Measured[] = [];
  for (let limit = maxSummaries; limit >= minSummaries; limit /= 2) {
    const [some, others] = [new Set(metricNames.slice(0, limit)), new Set(parameterNames.slice(0, limit))];
    selected = shortened.map((shorten) => shorten(some, others));
    // One extra byte per experiment for the comma.
    if (selected.reduce((sum, { size }) => sum + size + 1, 0) <= budget)
      return selected.map(({ experiment }) => experiment);
  }
  let left = budget;
  const end = selected.findIndex(({ size }, at) => {
    left -= size + 1;
    return at > 0 && left < 0;
  });
  return selected.slice(0, end < 0 ? selected.length : end).map(({ experiment }) => experiment);
}

/** Experiment key and metric name. */
type Series = readonly [key: string, metricName: string];

/**
 * Returns the existing series: initially visible ones first, then the others, each metric of all experiments before
 * the next metric.
 */
function seriesOf(chart: Snapshot['chart'], { keys, metrics, drawn, needed }: ChartSnapshotSelection) {
  const has = (key: string, name: string) =>
    chart[key]?.metrics.some(({ metricName, values }) => metricName === name && values.length > 0) ?? false;
  const first: Series[] = [];
  const others: Series[] = [];
  for (const [index, name] of metrics.entries()) {
    for (const [rank, key] of keys.entries()) {
      if (has(key, name)) (index < needed && rank < drawn ? first : others).push([key, name]);
    }
  }
  return { series: [...first, ...others], first: first.length };
}

/** Points as JSON takes them, with the size of that JSON. */
interface MeasuredChart {
  readonly chart: Snapshot['chart'];
  readonly size: number;
}

/** Downsampled series. `length` is the number of its points before, `limit` the maximum number of them now. */
interface SeriesSample {
  readonly metric: ChartMetric;
  readonly size: number;
  readonly length: number;
  readonly limit: number;
}

/** Returns a value as a snapshot stores it. A shortened text remains one that is not a number. */
function storedValue(value: ChartMetric['values'][number]): typeof value {
  if (typeof value !== 'string' || value.length <= maxValueLength) return value;
  return String(metricValue(value) ?? shortenedEnd(value, maxValueLength));
}

/** Downsampled series of a chart. One that is shorter than several limits is copied and measured once for them. */
class SeriesSamples {
  readonly #chart: Snapshot['chart'];
  readonly #samples = new Map<string, SeriesSample>();

  constructor(chart: Snapshot['chart']) {
    this.#chart = chart;
  }

  /** Returns some series with at most `limit` points each; experiments in the order of `keys`. */
  within(limit: number, keys: readonly string[], series: readonly Series[]): MeasuredChart {
    const samples = new Map<string, SeriesSample[]>(keys.map((key) => [key, []]));
    for (const [key, name] of series) samples.get(key)!.push(this.#sample(key, name, limit));
    const filled = [...samples].filter(([, some]) => some.length > 0);
    const chartWith = (metricsOf: (some: readonly SeriesSample[]) => ChartMetric[]) =>
      Object.fromEntries(filled.map(([key, some]) => [key, this.#entry(key, metricsOf(some))]));
    const chart = chartWith((some) => some.map(({ metric }) => metric));
    const bare = jsonBytes(chartWith(() => []));
    const sizes = filled.map(([, some]) => some.reduce((sum, { size }) => sum + size, some.length - 1));
    return { chart, size: sizes.reduce((sum, size) => sum + size, bare) };
  }

  /** Returns an entry with some metrics; durations count from the start of the experiment. */
  #entry(key: string, metrics: ChartMetric[]): ChartEntry {
    const { startMillis } = entryWithMetrics(this.#chart[key]!, metrics);
    return { ...(startMillis == null ? {} : { startMillis }), metrics };
  }

  #sample(key: string, name: string, limit: number): SeriesSample {
    const id = JSON.stringify([key, name]);
    const known = this.#samples.get(id);
    if (known && (known.limit === limit || known.length <= Math.min(known.limit, limit))) return known;
    const entry = this.#chart[key]!;
    const original = metricOf(entry, name)!;
    const downsampled = downsampleWithShared(entry, original, limit);
    const metric = { ...downsampled, values: downsampled.values.map(storedValue) };
    const sample = { metric, size: jsonBytes(metric), length: original.values.length, limit };
    this.#samples.set(id, sample);
    return sample;
  }
}

/** Builds a snapshot of experiments and points that fits the budget, including the fields of `more`. */
export function withinBudget(
  experiments: readonly SnapshotExperiment[],
  chart: Snapshot['chart'],
  charted: ChartSnapshotSelection,
  state: ViewState,
  more: Partial<Snapshot>,
): Snapshot {
  const base = { takenAtMillis: Date.now(), experiments: [], chart: {}, ...more };
  const free = snapshotBudgetBytes - jsonBytes(base);
  const samples = new SeriesSamples(chart);
  const every = samples.within(maxPoints, charted.keys, seriesOf(chart, charted).series);
  const selected = recordsWithin(experiments, charted, state, Math.max(free / 2, free - every.size));
  const keptKeys = new Set(selected.map(({ metadata }) => metadata.experimentKey));
  const keys = charted.keys.filter((key) => keptKeys.has(key));
  const { series, first } = seriesOf(chart, { ...charted, keys });
  const chartBytes = free - jsonBytes(selected) + jsonBytes([]) + jsonBytes({});
  let count = series.length;
  let points = maxPoints;
  let fitted = keys.length === charted.keys.length ? every : samples.within(points, keys, series);
  while (fitted.size > chartBytes) {
    const fewer = (least: number) => Math.max(least, Math.floor(points * Math.min(0.8, chartBytes / fitted.size)));
    if (points > goodPoints) points = fewer(goodPoints);
    else if (count > first) count = Math.max(first, Math.floor(count / 2));
    else if (points > minPoints) points = fewer(minPoints);
    else if (count > 0) count = Math.floor(count / 2);
    else {
      // Only names of thousands of characters can still exceed the budget here.
      const bare = selected.slice(0, 1).map(({ metadata }) => ({ metadata, tags: [], metrics: [], parameters: [] }));
      return { ...base, experiments: bare };
    }
    fitted = samples.within(points, keys, series.slice(0, count));
  }
  return { ...base, experiments: selected, chart: fitted.chart };
}
