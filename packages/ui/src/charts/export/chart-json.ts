import type { ChartData } from '@tracklens/core/charts';
import { metricOf } from '@tracklens/core/display';
import type { ExportedChart } from './exported-chart.ts';

/**
 * Returns every point of a chart's metric with the chart's settings as JSON. Values that are not finite are strings.
 */
export function chartJson(chart: ExportedChart, all: ChartData): string {
  const { title, caption, model, settings } = chart;
  const { metricName } = model;
  const experiments = chart.experiments.flatMap(({ key, label }) => {
    const entry = Object.hasOwn(all, key) ? all[key] : undefined;
    const metric = metricOf(entry, metricName);
    if (!entry || !metric) return [];
    const { values, timestamps = null, epochs = entry.epochs ?? null, steps = entry.steps ?? null } = metric;
    return [{ experimentKey: key, name: label, steps, epochs, timestamps, values: values.map(readable) }];
  });
  const { xAxis, smoothing = null, zoom } = settings;
  const view = { x: xAxis, xScale: model.xScale, yScale: model.yScale, smoothing, zoom };
  return `${JSON.stringify({ metricName, title, caption, view, experiments }, null, 1)}\n`;
}

/** JSON cannot represent numbers that are not finite. */
function readable(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
