import { metricValue } from './metric-series.ts';

/** A logged value as it stands in every reader: in six digits, as programs write them. */
export function valueText(value: string | null | undefined): string {
  const number = metricValue(value);
  if (number === null) return value ?? '';
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : String(number);
}
