import type { ExperimentMetadata } from '@tracklens/core/contract';
import * as v from 'valibot';
import { experimentLabel } from '../records/experiment-label.ts';
import { valueText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';

/** Order by a metric. Experiments without a number are last. */
const MetricOrder = v.object({
  by: v.literal('metric'),
  metricName: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  /** Value that is compared and shown. */
  value: v.picklist(['current', 'min', 'max']),
  descending: v.boolean(),
});
type MetricOrder = v.InferOutput<typeof MetricOrder>;

/** Order of the experiments of a project. */
export const ExperimentOrder = v.variant('by', [
  v.object({ by: v.picklist(['newest', 'name', 'duration']) }),
  MetricOrder,
]);
export type ExperimentOrder = v.InferOutput<typeof ExperimentOrder>;

/** Default order. */
export const newestFirst: ExperimentOrder = { by: 'newest' };

/** Experiment with the value that it is sorted by. */
export interface OrderedExperiment {
  readonly metadata: ExperimentMetadata;
  /** Value of the metric of the order; NaN without a number. */
  readonly value?: number;
}

/** Order that a user can choose, with its label. */
export interface OrderChoice {
  readonly label: string;
  readonly order: ExperimentOrder;
}

/** Returns the orders that a project with some metrics can be sorted by. */
export function orderChoices(metricNames: readonly string[], t: Translate): readonly OrderChoice[] {
  const byMetric = metricNames.flatMap((metricName) => {
    const order = (value: MetricOrder['value'], descending: boolean): ExperimentOrder => {
      return { by: 'metric', metricName, value, descending };
    };
    return [
      { label: t('Lowest %1', metricName), order: order('min', false) },
      { label: t('Highest %1', metricName), order: order('max', true) },
      { label: t('Last %1, Ascending', metricName), order: order('current', false) },
      { label: t('Last %1, Descending', metricName), order: order('current', true) },
    ];
  });
  return [
    { label: t('Newest First'), order: newestFirst },
    { label: t('Name'), order: { by: 'name' } },
    { label: t('Longest First'), order: { by: 'duration' } },
    ...byMetric,
  ];
}

/** Whether two orders are the same. */
export const isSameOrder = (a: ExperimentOrder, b: ExperimentOrder): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the experiments in an order; equal ones newest first. */
export function inOrder<E extends OrderedExperiment>(experiments: readonly E[], order: ExperimentOrder): E[] {
  const compare = comparison(order);
  const newest = (a: E, b: E) => b.metadata.startTimeMillis - a.metadata.startTimeMillis;
  return experiments.toSorted((a, b) => compare(a, b) || newest(a, b));
}

/** Returns the text of a metric's value, as it is shown in a row. */
export function orderText(order: ExperimentOrder, { value = Number.NaN }: OrderedExperiment): string {
  return order.by === 'metric' && !Number.isNaN(value) ? `${order.metricName} ${valueText(value)}` : '';
}

type Comparison = (a: OrderedExperiment, b: OrderedExperiment) => number;

function comparison(order: ExperimentOrder): Comparison {
  if (order.by === 'metric') return byValue(order.descending ? -1 : 1);
  if (order.by === 'duration') return (a, b) => b.metadata.durationMillis - a.metadata.durationMillis;
  if (order.by === 'newest') return () => 0;
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return (a, b) => collator.compare(experimentLabel(a.metadata), experimentLabel(b.metadata));
}

function byValue(direction: 1 | -1): Comparison {
  return ({ value: a = Number.NaN }, { value: b = Number.NaN }) => {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    // Infinities are not subtracted: their difference is NaN.
    return (a < b ? -1 : Number(a > b)) * direction;
  };
}
