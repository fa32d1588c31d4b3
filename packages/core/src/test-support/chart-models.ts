import type { ChartData } from '../charts/chart-data.ts';
import { type ChartModel, type ChartModelInput, chartModel } from '../charts/chart-model.ts';
import { type ChartSettings, chartSettings } from '../charts/chart-options.ts';

type Values = (number | string | null)[];

const chartOf = (experiments: Readonly<Record<string, Values>>): ChartData =>
  Object.fromEntries(
    Object.entries(experiments).map(([key, values]) => [
      key,
      { metrics: [{ metricName: 'loss', values, steps: values.map((_, at) => at) }] },
    ]),
  );

/** Returns the model of a chart of the metric `loss`, from the values of each experiment at steps from 0. */
export function modelOf(
  experiments: Readonly<Record<string, Values>>,
  settings: Partial<ChartSettings> = {},
  more: Partial<ChartModelInput> = {},
): ChartModel {
  return chartModel({
    metrics: ['loss'],
    chart: chartOf(experiments),
    experiments: Object.keys(experiments).map((key) => ({ key, label: `name of ${key}` })),
    settings: { ...chartSettings(undefined, 'loss'), direction: 'min', ...settings },
    dark: false,
    sampledTo: null,
    ...more,
  });
}
