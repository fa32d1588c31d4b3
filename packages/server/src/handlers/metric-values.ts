import { badRequest } from '../errors.ts';
import type { LoggedPoint } from '../store/metric-append.ts';
import { millisOf } from './timestamps.ts';

const named: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  true: 1,
  false: 0,
};

/** A metric's value as clients write it: a number, a number as text (`"NaN"`, `"-Infinity"`, `"1e-7"`), or a boolean. */
export function metricNumber(value: number | string | boolean | null | undefined, name: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = (value ?? '').trim();
  const [, sign, word] = /^([+-]?)([a-z]+)$/i.exec(text) ?? [];
  const known = word === undefined ? undefined : named[word.toLowerCase()];
  if (known !== undefined) return sign === '-' ? -known : known;
  const number = Number(text);
  if (text === '' || Number.isNaN(number))
    throw badRequest(`The metric ${name} has a value that is not a number: ${value}`);
  return number;
}

/** When a value was logged, as it comes over the wire. */
export interface WireMoment {
  readonly context?: string | null | undefined;
  readonly step?: number | null | undefined;
  readonly epoch?: number | null | undefined;
  readonly timestamp?: number | null | undefined;
}

/** A point as it comes over the wire. */
export interface WirePoint extends WireMoment {
  readonly metricName: string;
  readonly metricValue?: number | string | boolean | null | undefined;
}

/** A name inside a context, as every client of the wire reads it: `train_loss`. */
export function nameInContext(name: string, context: string | null | undefined): string {
  return context ? `${context}_${name}` : name;
}

/** A point as it is kept. */
export function loggedPoint(point: WirePoint, now: number): LoggedPoint {
  if (point.metricName === '') throw badRequest('A metric has an empty name');
  return {
    name: nameInContext(point.metricName, point.context),
    context: point.context || null,
    value: metricNumber(point.metricValue, point.metricName),
    step: point.step ?? null,
    epoch: point.epoch ?? null,
    timestamp: millisOf(point.timestamp, now),
  };
}
