import { isSystemMetric, metricDirection } from '@tracklens/core/charts';
import type { ViewState } from '@tracklens/core/display';
import { numberOf } from '../text/number-text.ts';
import { metricInterest } from './column-choice.ts';
import { type ExperimentRow, metricNamesOf, metricValues } from './columns.ts';

/** Metric by which experiments are compared, and the direction in which it improves. */
export type Objective = NonNullable<NonNullable<ViewState['table']>['objective']>;

/** Returns the metrics that can be the objective, the most likely ones first. */
export function objectiveMetrics(rows: readonly ExperimentRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const name of metricNamesOf(row)) if (!isSystemMetric(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => metricInterest(b) - metricInterest(a) || y - x || a.localeCompare(b, 'en'))
    .map(([name]) => name);
}

/** Returns the objective: the chosen one, or the first metric whose name implies a direction; null without either. */
export function objectiveOf(metrics: readonly string[], chosen: Objective | undefined): Objective | null {
  if (chosen !== undefined) return chosen;
  for (const metric of metrics) {
    const direction = metricDirection(metric);
    if (direction !== null) return { metric, direction };
  }
  return null;
}

/** Returns the experiment with the best value of the objective during its run; null if none has a number. */
export function bestRow(rows: readonly ExperimentRow[], { metric, direction }: Objective): ExperimentRow | null {
  let best: { readonly row: ExperimentRow; readonly value: number } | null = null;
  for (const row of rows) {
    const value = numberOf(metricValues(row, metric)?.[direction] ?? '');
    if (value === null || !Number.isFinite(value)) continue;
    if (best === null || (direction === 'min' ? value < best.value : value > best.value)) best = { row, value };
  }
  return best?.row ?? null;
}
