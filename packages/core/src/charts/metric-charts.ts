import { type ChartOptions, combinedLimit } from './chart-options.ts';
import { compareNames } from './name-order.ts';
import { isSystemMetric } from './system-metric.ts';

/** Chart of a view: the metrics that it draws, and its title. Its settings are stored by the name of the first one. */
export interface MetricChart {
  readonly title: string;
  readonly metrics: readonly string[];
}

/** What metrics of one chart have in common, and the position of a metric among them. */
interface Relation {
  readonly title: string;
  readonly rank: number;
}

/** Words for the data that a metric was computed on, in the order of the lines. */
const contexts = ['train', 'training', 'val', 'valid', 'validate', 'validation', 'eval', 'test'];
const word = contexts.join('|');
const contextFirst = new RegExp(`^(${word})[_/.-](.+)$`, 'i');
const contextLast = new RegExp(`^(.+)[_/.-](${word})$`, 'i');

/** Returns the metrics that a metric belongs to by its name: of the same measure, or of the same name on other data. */
function relationOf(name: string): Relation | null {
  if (isSystemMetric(name)) {
    const [, device, measure] =
      /^(.*sys\.gpu)\.\d+\.(.+)$/.exec(name) ?? /^(.*sys\.cpu)\.(percent)\.\d+$/.exec(name) ?? [];
    return device === undefined ? null : { title: `${device}.${measure}`, rank: 0 };
  }
  const [, first, rest] = contextFirst.exec(name) ?? [];
  const [, start, last] = first === undefined ? (contextLast.exec(name) ?? []) : [];
  const context = first ?? last;
  return context === undefined ? null : { title: (rest ?? start)!, rank: contexts.indexOf(context.toLowerCase()) };
}

/**
 * Returns the charts that metrics can be combined into by their names: `train_loss` with `validate_loss`, `loss` with
 * `val/loss`, a measure of each GPU, each core of the processor.
 */
export function relatedMetrics(names: readonly string[]): MetricChart[] {
  const all = new Set(names);
  const found = new Map<string, { readonly name: string; readonly rank: number }[]>();
  for (const name of all) {
    const relation = relationOf(name);
    if (relation === null) continue;
    const members = found.get(relation.title);
    if (members) members.push({ name, rank: relation.rank });
    // Keras prefixes only the metrics of the validation.
    else
      found.set(relation.title, [
        ...(all.has(relation.title) ? [{ name: relation.title, rank: -1 }] : []),
        { name, rank: relation.rank },
      ]);
  }
  return [...found].flatMap(([title, members]) => {
    const metrics = members.sort((a, b) => a.rank - b.rank || compareNames(a.name, b.name)).map(({ name }) => name);
    const starts = Array.from({ length: Math.ceil(metrics.length / combinedLimit) }, (_, at) => at * combinedLimit);
    const parts = starts.map((start) => ({ title, metrics: metrics.slice(start, start + combinedLimit) }));
    return parts.filter((part) => part.metrics.length > 1);
  });
}

/** Returns the charts of several metrics: those that the user has chosen, by default those of the machine. */
export function combinedCharts(names: readonly string[], { combined }: ChartOptions = {}): MetricChart[] {
  if (combined === undefined) return relatedMetrics(names.filter(isSystemMetric));
  return combined.map(({ title = '', metrics }) => ({ title, metrics }));
}

/**
 * Returns the charts of metrics, in their order. Each metric is in one chart: the first of several metrics that has it,
 * or its own.
 *
 * @param known metrics that exist, of which others are drawn too in a chart with one of `names`
 */
export function metricCharts(
  names: readonly string[],
  options: ChartOptions | undefined,
  known: readonly string[] = names,
): MetricChart[] {
  const existing = new Set(known);
  const taken = new Set<string>();
  const chartOf = new Map<string, MetricChart>();
  for (const { title, metrics } of combinedCharts(known, options)) {
    const drawn = [...new Set(metrics)].filter((name) => existing.has(name) && !taken.has(name));
    if (drawn.length < 2) continue;
    for (const name of drawn) {
      taken.add(name);
      chartOf.set(name, { title: title || drawn.join(', '), metrics: drawn });
    }
  }
  const charts = new Map<string, MetricChart>();
  for (const name of names) {
    const chart = chartOf.get(name) ?? { title: name, metrics: [name] };
    charts.set(chart.metrics[0]!, chart);
  }
  return [...charts.values()];
}
