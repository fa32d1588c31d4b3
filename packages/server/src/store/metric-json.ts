import type { Points } from './metric-chunk.ts';

/** A value as text, as the wire writes it: `0.1`, `NaN`, `Infinity`, `-Infinity`. */
export function valueText(value: number | null): string {
  return String(value ?? Number.NaN);
}

/** A list of numbers where one that JSON has no word for is text. */
export function valuesJson(values: Float64Array): string {
  if (values.every(Number.isFinite)) return `[${values.join(',')}]`;
  return `[${Array.from(values, (value) => (Number.isFinite(value) ? String(value) : `"${value}"`)).join(',')}]`;
}

/** A list of numbers where `NaN` stands for none; the word `null` when none has one. */
export function optionalJson(column: Float64Array): string {
  if (!column.some(Number.isNaN)) return `[${column.join(',')}]`;
  if (column.every(Number.isNaN)) return 'null';
  return `[${Array.from(column, (entry) => (Number.isNaN(entry) ? 'null' : String(entry))).join(',')}]`;
}

/**
 * One metric of a chart answer, ready to be written out.
 *
 * @param origin the time of the experiment's first point, which durations count from.
 */
export function chartMetricJson(name: string, points: Points, total: number, origin: number): string {
  const durations = points.timestamps.map((timestamp) => timestamp - origin);
  return (
    `{"metricName":${JSON.stringify(name)},"values":${valuesJson(points.values)},"steps":${optionalJson(points.steps)},` +
    `"epochs":${optionalJson(points.epochs)},"timestamps":[${points.timestamps.join(',')}],` +
    `"durations":[${durations.join(',')}],"total":${total}}`
  );
}
