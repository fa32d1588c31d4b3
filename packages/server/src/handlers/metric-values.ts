import { badRequest } from '../errors/service-error.ts';
import type { LoggedPoint } from '../store/logged-point.ts';
import { millisOf } from './timestamps.ts';

/** Numbers that are written as words. */
const namedNumbers: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['true', 1],
  ['false', 0],
]);

/**
 * Parses the value of a metric as clients send it: a number, a number as text (`"NaN"`, `"-Infinity"`, `"1e-7"`), or
 * a boolean.
 *
 * @throws ServiceError 400 for any other value.
 */
function metricNumber(value: number | string | boolean | null | undefined, name: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = (value ?? '').trim();
  const [, sign, word] = /^([+-]?)([a-z]+)$/i.exec(text) ?? [];
  const named = word === undefined ? undefined : namedNumbers.get(word.toLowerCase());
  if (named !== undefined) return sign === '-' ? -named : named;
  const number = Number(text);
  if (text === '' || Number.isNaN(number))
    throw badRequest(`The metric ${name} has a value that is not a number: ${value}`);
  return number;
}

/** Context, step, epoch and time of a logged value, as received. */
export interface WireMoment {
  readonly context?: string | null | undefined;
  readonly step?: number | null | undefined;
  readonly epoch?: number | null | undefined;
  readonly timestamp?: number | null | undefined;
}

/** Point of a metric, as received. */
export interface WirePoint extends WireMoment {
  readonly metricName: string;
  readonly metricValue?: number | string | boolean | null | undefined;
}

/** Prefixes a name with its context, as all clients expect: `train_loss`. */
export function nameInContext(name: string, context: string | null | undefined): string {
  return context ? `${context}_${name}` : name;
}

/**
 * Converts a received point to its stored form.
 *
 * @throws ServiceError 400 for an empty name, an invalid value, or a step or an epoch that is not finite.
 */
export function loggedPoint(point: WirePoint, now: number): LoggedPoint {
  if (point.metricName === '') throw badRequest('A metric has an empty name');
  const { step = null, epoch = null } = point;
  if (step !== null && !Number.isFinite(step)) {
    throw badRequest(`The metric ${point.metricName} has a step that is not finite: ${step}`);
  }
  if (epoch !== null && !Number.isFinite(epoch)) {
    throw badRequest(`The metric ${point.metricName} has an epoch that is not finite: ${epoch}`);
  }
  return {
    name: nameInContext(point.metricName, point.context),
    context: point.context || null,
    value: metricNumber(point.metricValue, point.metricName),
    step,
    epoch,
    timestamp: millisOf(point.timestamp, now),
  };
}
