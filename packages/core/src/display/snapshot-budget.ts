import { downsampleEntry } from './downsample.ts';
import { type ChartSnapshotSelection, mainNames, viewColumns } from './snapshot-selection.ts';
import { type Snapshot, type SnapshotExperiment, snapshotBudgetBytes } from './view-payload.ts';
import type { ViewState } from './view-state.ts';

/*
 * How a copy comes to fit its budget: records take at most half of it, or what the points leave, and the points the rest. Of the
 * records, summaries go before experiments; of the points, series that the view does not show at once go
 * before its own become coarse. (`tracklens/copy_budget.py` in Python.)
 */

const maxPoints = 500;
/** What the view shows at once has these before anything else has points. */
const goodPoints = 120;
const minPoints = 24;
/** Metrics, and parameters, that each experiment keeps; halved until all of them have room. */
const maxSummaries = 1024;
const minSummaries = 8;

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** Names in the order in which they are kept: what the view speaks of, then what most experiments have. */
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

/** An experiment with the records of some names, and its size as JSON. */
interface Measured {
  readonly experiment: SnapshotExperiment;
  readonly size: number;
}

/** What an experiment is with fewer and fewer records, each measured once: whole configurations may be among them. */
function shortening(
  one: SnapshotExperiment,
): (metrics: ReadonlySet<string>, parameters: ReadonlySet<string>) => Measured {
  const bare = sizeOf({ ...one, metrics: [], parameters: [] });
  const sizes = new Map([...one.metrics, ...one.parameters].map((record) => [record, sizeOf(record)]));
  const listSize = (records: readonly object[]) =>
    records.reduce((sum, record) => sum + sizes.get(record as never)!, Math.max(0, records.length - 1));
  return (metricNames, parameterNames) => {
    const metrics = one.metrics.filter(({ name }) => metricNames.has(name));
    const parameters = one.parameters.filter(({ name }) => parameterNames.has(name));
    return {
      experiment: { ...one, metrics, parameters },
      size: bare + listSize(metrics) + listSize(parameters),
    };
  };
}

/** The records that have room, in their order; one experiment at least. */
function recordsWithin(
  experiments: readonly SnapshotExperiment[],
  { metrics }: ChartSnapshotSelection,
  state: ViewState,
  room: number,
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
  let kept: Measured[] = [];
  for (let limit = maxSummaries; limit >= minSummaries; limit /= 2) {
    const [some, others] = [new Set(metricNames.slice(0, limit)), new Set(parameterNames.slice(0, limit))];
    kept = shortened.map((shorten) => shorten(some, others));
    // Each with its comma.
    if (kept.reduce((sum, { size }) => sum + size + 1, 0) <= room) return kept.map(({ experiment }) => experiment);
  }
  let left = room;
  const end = kept.findIndex(({ size }, at) => {
    left -= size + 1;
    return at > 0 && left < 0;
  });
  return kept.slice(0, end < 0 ? kept.length : end).map(({ experiment }) => experiment);
}

/** An experiment and one of its metrics. */
type Series = readonly [key: string, metricName: string];

/** The series that there are: what the view shows at once, then the others, each metric of all experiments before the next one. */
function seriesOf(chart: Snapshot['chart'], { keys, metrics, drawn, needed }: ChartSnapshotSelection) {
  const has = (key: string, name: string) =>
    chart[key]?.metrics.some(({ metricName, values }) => metricName === name && values.length > 0) ?? false;
  const first: Series[] = [];
  const others: Series[] = [];
  for (const [index, name] of metrics.entries()) {
    for (const [place, key] of keys.entries()) {
      if (has(key, name)) (index < needed && place < drawn ? first : others).push([key, name]);
    }
  }
  return { series: [...first, ...others], first: first.length };
}

/** The points of some series, at most `count` of each; experiments in the order of their keys. */
function thinnedChart(
  chart: Snapshot['chart'],
  keys: readonly string[],
  series: readonly Series[],
  count: number,
): Snapshot['chart'] {
  const names = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const [key, name] of series) names.get(key)!.push(name);
  const thin: Snapshot['chart'] = {};
  for (const [key, some] of names) if (some.length > 0) thin[key] = downsampleEntry(chart[key]!, some, count);
  return thin;
}

/** A copy of experiments and points that fits the budget, with what else it holds. */
export function withinBudget(
  experiments: readonly SnapshotExperiment[],
  chart: Snapshot['chart'],
  charted: ChartSnapshotSelection,
  state: ViewState,
  more: Partial<Snapshot>,
): Snapshot {
  const takenAtMillis = Date.now();
  const free = snapshotBudgetBytes - sizeOf({ takenAtMillis, experiments: [], chart: {}, ...more });
  const whole = sizeOf(thinnedChart(chart, charted.keys, seriesOf(chart, charted).series, maxPoints));
  const kept = recordsWithin(experiments, charted, state, Math.max(free / 2, free - whole));
  const keptKeys = new Set(kept.map(({ metadata }) => metadata.experimentKey));
  const keys = charted.keys.filter((key) => keptKeys.has(key));
  const { series, first } = seriesOf(chart, { ...charted, keys });
  let count = series.length;
  let points = maxPoints;
  for (;;) {
    const thin = thinnedChart(chart, keys, series.slice(0, count), points);
    const snapshot: Snapshot = { takenAtMillis, experiments: kept, chart: thin, ...more };
    const size = sizeOf(snapshot);
    if (size <= snapshotBudgetBytes) return snapshot;
    const fewer = (least: number) => Math.max(least, Math.floor(points * Math.min(0.8, snapshotBudgetBytes / size)));
    if (points > goodPoints) points = fewer(goodPoints);
    else if (count > first) count = Math.max(first, Math.floor(count / 2));
    else if (points > minPoints) points = fewer(minPoints);
    else if (count > 0) count = Math.floor(count / 2);
    else {
      // What is left are names of thousands of characters.
      const bare = kept.slice(0, 1).map(({ metadata }) => ({ metadata, tags: [], metrics: [], parameters: [] }));
      return { ...snapshot, experiments: bare };
    }
  }
}
