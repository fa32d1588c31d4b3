import type { ScaleKind } from './chart-settings.ts';
import type { AxisKind } from './line-chart.ts';

/** Positions of ticks and their labels. */
export interface Ticks {
  readonly values: number[];
  readonly text: string[];
}

/** Formats of tick labels, which depend on the language of the host. */
export interface TickTexts {
  /** Formats a number with at most `significant` digits. */
  number(value: number, significant?: number): string;
  /** Formats a whole number with all its digits. */
  whole(value: number): string;
  /** Formats a duration in milliseconds, as precisely as the distance between ticks requires. */
  span(millis: number, distance?: number): string;
  /** Formats a time in epoch milliseconds as precisely as the distance between ticks requires. */
  moment(millis: number, precision: 'year' | 'day' | 'minute' | 'second' | 'millisecond'): string;
}

/** Range of an axis in data units, the lesser end first. */
export type Domain = readonly [number, number];

/** Transforms a value so that lengths are proportional. */
export function project(kind: ScaleKind, value: number): number {
  if (kind === 'log') return Math.log10(value);
  return kind === 'symlog' ? Math.sign(value) * Math.log1p(Math.abs(value)) : value;
}

/** Inverse of `project`. */
export function unproject(kind: ScaleKind, value: number): number {
  if (kind === 'log') return 10 ** value;
  return kind === 'symlog' ? Math.sign(value) * Math.expm1(Math.abs(value)) : value;
}

/**
 * Returns the position of a value in a domain, from 0 to 1. Half of each number is subtracted: the difference of two
 * numbers may not be finite.
 */
export function fraction(kind: ScaleKind, domain: Domain, value: number): number {
  const from = project(kind, domain[0]) / 2;
  return (project(kind, value) / 2 - from) / (project(kind, domain[1]) / 2 - from);
}

/** Returns the value at a position in a domain. */
export function valueAt(kind: ScaleKind, domain: Domain, part: number): number {
  const from = project(kind, domain[0]);
  const to = project(kind, domain[1]);
  return unproject(kind, from * (1 - part) + to * part);
}

/** Greatest difference between values that is a rounding error, as a part of the values. */
const roundingError = 1e-13;

/**
 * Returns a domain with padding. A single value gets padding on both sides, so that a constant series is a line in
 * the middle, also if its values have rounding errors. No value at all gets 0 to 1 (1 to 10 on a logarithmic scale).
 */
export function paddedDomain(kind: ScaleKind, least: number, greatest: number, padding: number): Domain {
  if (!(least <= greatest)) return kind === 'log' ? [1, 10] : [0, 1];
  if (greatest - least <= Math.max(Math.abs(least), Math.abs(greatest)) * roundingError) {
    if (kind === 'log') return [Math.max(least / 2, Number.MIN_VALUE), Math.min(least * 2, Number.MAX_VALUE)];
    const margin = Math.abs(least) * 0.1 || 1;
    return [Math.max(least - margin, -Number.MAX_VALUE), Math.min(greatest + margin, Number.MAX_VALUE)];
  }
  // The value of a logarithm may differ by a rounding error, which would leave out the first or the last point.
  if (padding === 0) return [least, greatest];
  const from = project(kind, least);
  const to = project(kind, greatest);
  const margin = (to / 2 - from / 2) * 2 * padding;
  const padded: Domain = [unproject(kind, from - margin), unproject(kind, to + margin)];
  return padded.every((end) => Number.isFinite(project(kind, end))) ? padded : [least, greatest];
}

/**
 * Returns about `count` ticks at round values, with their labels. Ticks of a `step` axis are at whole numbers if it
 * shows any.
 */
export function ticks(
  kind: ScaleKind,
  axis: AxisKind | 'step',
  domain: Domain,
  count: number,
  texts: TickTexts,
): Ticks {
  if (axis === 'time') return timeTicks(domain, count, texts);
  if (axis === 'duration') return durationTicks(kind, domain, count, texts);
  if (kind === 'linear') return linearTicks(domain, count, texts, axis === 'step');
  const values = kind === 'log' ? logTicks(domain, count) : symlogTicks(domain, count, logTicks, powersOfTen);
  return numberTicks(axis === 'step' ? wholeValues(values) : values, texts);
}

/** Returns the whole numbers among values, or all values if none is whole. */
function wholeValues(values: number[]): number[] {
  const whole = values.filter(Number.isInteger);
  return whole.length > 0 ? whole : values;
}

function labeled(values: number[], text: (value: number) => string): Ticks {
  return { values, text: values.map(text) };
}

/** Returns the distance of a tick to the nearest other one. */
function distanceAt(values: readonly number[], index: number): number {
  const value = values[index]!;
  const before = values[index - 1] ?? Number.NEGATIVE_INFINITY;
  return Math.min(value - before, (values[index + 1] ?? Number.POSITIVE_INFINITY) - value);
}

/** Returns ticks at numbers, each with enough digits to distinguish it from its neighbors. */
function numberTicks(values: number[], texts: TickTexts): Ticks {
  const text = values.map((value, index) => {
    const digits = Math.ceil(Math.log10(Math.abs(value) / distanceAt(values, index))) + 1;
    return texts.number(value, Math.min(15, Math.max(6, digits)));
  });
  return { values, text };
}

/** Returns 1, 2 or 5 times a power of ten that divides a span into about `count` parts. */
function roundStep(span: number, count: number): number {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

function evenly([from, to]: Domain, step: number): number[] {
  if (!(step > 0) || !Number.isFinite(step)) return [];
  const values: number[] = [];
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.min(100, Math.floor(to / step + 1e-9) - first);
  for (let nth = 0; nth <= count; nth++) {
    // Rounds to 15 digits to remove floating-point errors, such as 0.30000000000000004.
    const value = Number(((first + nth) * step).toPrecision(15)) + 0;
    const before = values.at(-1);
    if (value >= from && value <= to && (before === undefined || value > before)) values.push(value);
  }
  return values;
}

function linearTicks(domain: Domain, count: number, texts: TickTexts, prefersWhole: boolean): Ticks {
  const fine = roundStep(Math.min(domain[1] - domain[0], Number.MAX_VALUE), count);
  const step = prefersWhole && Math.ceil(domain[0]) <= domain[1] ? Math.max(1, fine) : fine;
  const greatest = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
  // With a prefix, these would have three decimals or more: 99.988k.
  if (step >= 1 && greatest < 1e15 && step < thousands(greatest) / 100) {
    return labeled(evenly(domain, step), texts.whole);
  }
  // Enough digits to distinguish neighboring ticks, however far from zero they are.
  const significant = Math.min(15, Math.max(3, Math.ceil(Math.log10(greatest / step)) + 2));
  return labeled(evenly(domain, step), (value) => texts.number(value, significant));
}

/** Returns the greatest power of 1000 up to a number that is at least 1. */
function thousands(size: number): number {
  return 1000 ** Math.floor(Math.log10(size) / 3);
}

function logTicks([from, to]: Domain, count: number): number[] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  const decades = Math.log10(to) - Math.log10(from);
  if (decades < 1) return evenly([from, to], roundStep(to - from, count));
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const factors = decades <= count / 3 ? [1, 2, 5] : decades <= count / 2 ? [1, 3] : [1];
  const values: number[] = [];
  for (let exponent = Math.ceil(first / every) * every; exponent <= last; exponent += every) {
    for (const factor of factors) {
      const value = Number(`${factor}e${exponent}`);
      if (value >= from * (1 - 1e-9) && value / (1 + 1e-9) <= to) values.push(value);
    }
  }
  return values;
}

/** Returns ticks at zero and at some of the powers; where the scale is logarithmic, those of a logarithmic axis. */
function symlogTicks(domain: Domain, count: number, log: typeof logTicks, powers: readonly number[]): number[] {
  const [from, to] = domain;
  const greatest = Math.max(Math.abs(from), Math.abs(to));
  if (greatest <= 10) return evenly(domain, roundStep(to - from, count));
  // Far from zero it is a logarithmic scale.
  if (from >= 1) return log(domain, count);
  if (to <= -1)
    return log([-to, -from], count)
      .map((value) => -value)
      .reverse();
  const within = (end: number) => powers.filter((power) => power > 1 && power <= end).length;
  const every = Math.max(1, Math.ceil((within(-from) + within(to)) / count));
  const values = [0];
  for (let index = 0; powers[index]! <= greatest; index += every) values.push(powers[index]!, -powers[index]!);
  const zero = fraction('symlog', domain, 0);
  // Labels near zero would overlap that of zero.
  const isApart = (value: number) => Math.abs(fraction('symlog', domain, value) - zero) * count > 0.5;
  return values
    .filter((value) => value >= from && value <= to && (value === 0 || isApart(value)))
    .sort((a, b) => a - b);
}

const powersOfTen = Array.from({ length: 309 }, (_, exponent) => 10 ** exponent);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const clockSteps = [1, 2, 5, 10, 15, 30].map((n) => n * second);
const timeSteps = [
  ...clockSteps,
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 5, 10, 30, 90, 365].map((n) => n * day),
];

/** Returns ticks at round durations. Each label distinguishes its tick from the neighbors. */
function durationTicks(kind: ScaleKind, domain: Domain, count: number, texts: TickTexts): Ticks {
  const values =
    kind === 'linear'
      ? evenly(domain, timeStep(domain, count))
      : kind === 'log'
        ? logDurations(domain, count)
        : symlogTicks(domain, count, logDurations, decadesOfTime);
  const [from, to] = domain;
  const text = values.map((value, index) => texts.span(value, Math.min(to - from, distanceAt(values, index))));
  return { values, text };
}

/** Returns a round step, or one of clock and calendar, that divides a span of time into about `count` parts. */
function timeStep([from, to]: Domain, count: number): number {
  const span = to - from;
  const rough = span / Math.max(1, count);
  if (rough < second) return roundStep(span, count);
  const step = timeSteps.find((each) => each >= rough * 0.75) ?? roundStep(span, count);
  // In a narrow chart, the next step may be longer than the span.
  return step <= span ? step : timeSteps.findLast((each) => each <= span)!;
}

/** Durations at which ticks of a logarithmic axis are far apart, and those between them. */
const decadesOfTime = [
  ...[1, 10, 100],
  ...[1, 10].map((n) => n * second),
  ...[1, 10].map((n) => n * minute),
  ...[1, 6].map((n) => n * hour),
  ...[1, 7, 30, 365, 3650].map((n) => n * day),
];
const partsOfTime = [...[1, 2, 5, 10, 20, 50, 100, 200, 500], ...timeSteps];

/** Returns about `count` round durations on a logarithmic axis. */
function logDurations(domain: Domain, count: number): number[] {
  const inside = (durations: readonly number[]) => durations.filter((each) => each >= domain[0] && each <= domain[1]);
  const coarse = inside(decadesOfTime);
  const values = coarse.length >= 3 ? coarse : inside(partsOfTime);
  if (values.length < 2) return evenly(domain, timeStep(domain, count));
  const every = Math.ceil(values.length / Math.max(1, count));
  return values.filter((_, index) => index % every === 0);
}

/** Returns ticks at round times in the local time zone. Ticks at midnight are labeled with the date. */
function timeTicks([from, to]: Domain, count: number, texts: TickTexts): Ticks {
  const step = timeStep([from, to], count);
  if ((to - from) / Math.max(1, count) < second) {
    return labeled(evenly([from, to], step), (at) => texts.moment(at, 'millisecond'));
  }
  const values: number[] = [];
  const start = new Date(from);
  start.setHours(0, 0, 0, 0);
  if (step >= hour) {
    // Days and hours of the clock, also after it has changed. Beyond the times that a `Date` can hold there are none.
    const hours = step >= day ? Math.round(step / day) * 24 : step / hour;
    for (let index = 0; index < 1000 && values.length < 100; index++) {
      const at = new Date(start.getFullYear(), start.getMonth(), start.getDate(), index * hours).getTime();
      if (at > to) break;
      if (at >= from && at > (values.at(-1) ?? Number.NEGATIVE_INFINITY)) values.push(at);
    }
  } else {
    const skipped = Math.ceil((from - start.getTime()) / step);
    for (let at = start.getTime() + skipped * step; at <= to && values.length < 100; at += step) values.push(at);
  }
  return labeled(values, (at) => {
    const moment = new Date(at);
    const midnight = moment.getHours() === 0 && moment.getMinutes() === 0 && moment.getSeconds() === 0;
    if (step >= 365 * day) return texts.moment(at, 'year');
    return texts.moment(at, midnight ? 'day' : step < minute ? 'second' : 'minute');
  });
}
