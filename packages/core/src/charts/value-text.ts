import { metricValue } from './metric-value.ts';

/** Numbers from `huge` on and below `tiny` are written in scientific notation, as in the live views. */
const huge = 1e9;
const tiny = 1e-4;

/** Formats a logged value the same way in all views: numbers with six significant digits. */
export function valueText(value: string | null | undefined): string {
  const number = metricValue(value);
  if (number === null) return value ?? '';
  const size = Math.abs(number);
  if (!Number.isFinite(number) || size === 0 || (size < huge && size >= tiny)) return plainText(number);
  const [mantissa, exponent] = number.toExponential(4).split('e') as [string, string];
  return `${Number(mantissa)}e${Number(exponent)}`;
}

const plainText = (number: number) => String(Number.isFinite(number) ? Number(number.toPrecision(6)) : number);
