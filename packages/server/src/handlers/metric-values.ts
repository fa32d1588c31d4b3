import { badRequest } from '../errors/service-error.ts';
import type { LoggedPoint } from '../store/points/logged-point.ts';
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
 * Parses a number as clients send it: a number, a number as text (`"NaN"`, `"-Infinity"`, `"1e-7"`), or a boolean.
 * Returns null for any other value.
 */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, sign, word] = /^([+-]?)([a-z]+)$/i.exec(text) ?? [];
  const named = word === undefined ? undefined : namedNumbers.get(word.toLowerCase());
  if (named !== undefined) return sign === '-' ? -named : named;
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? null : number;
}

/** Returns a value as an error message quotes it. A list may be too deep or too long to print. */
function quoted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/**
 * Returns a step or an epoch; null when it is absent or not finite. The Python client repeats the last one in each
 * later point, so that rejecting the points of an infinite one would lose the rest of a run.
 */
function positionOf(value: unknown, name: string, field: string): number | null {
  if (value === undefined || value === null) return null;
  const number = numberOf(value);
  if (number === null) throw badRequest(`The metric ${name} has ${field} that is not a number: ${quoted(value)}`);
  return Number.isFinite(number) ? number : null;
}

/** Returns a text, which some clients send as a number; empty when it is absent. */
function textOf(value: unknown, subject: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) throw badRequest(`${subject} that is not a text: ${quoted(value)}`);
  return String(value ?? '');
}

/** Context, step, epoch and time of a logged value, as received. */
export interface WireMoment {
  readonly context?: unknown;
  readonly step?: unknown;
  readonly epoch?: unknown;
  readonly timestamp?: unknown;
}

/** Point of a metric, as received. */
export interface WirePoint extends WireMoment {
  readonly metricName?: unknown;
  readonly metricValue?: unknown;
}

/** Prefixes a name with its context, as all clients expect: `train_loss`. */
export function nameInContext(name: string, context: string | null | undefined): string {
  return context ? `${context}_${name}` : name;
}

/** Converts a client's time to milliseconds since 1970. Returns `now` for a missing or invalid time. */
export function momentOf(timestamp: unknown, now: number): number {
  return millisOf(numberOf(timestamp), now);
}

/**
 * Converts a received point to its stored form.
 *
 * @throws ServiceError 400 for an empty name, and for a name, a context, a value, a step or an epoch of another type.
 */
export function loggedPoint(point: WirePoint, now: number): LoggedPoint {
  const name = textOf(point.metricName, 'A metric has a name');
  if (name === '') throw badRequest('A metric has an empty name');
  const context = textOf(point.context, `The metric ${name} has a context`) || null;
  const value = numberOf(point.metricValue);
  if (value === null) {
    throw badRequest(`The metric ${name} has a value that is not a number: ${quoted(point.metricValue)}`);
  }
  return {
    name: nameInContext(name, context),
    context,
    value,
    step: positionOf(point.step, name, 'a step'),
    epoch: positionOf(point.epoch, name, 'an epoch'),
    timestamp: momentOf(point.timestamp, now),
  };
}
