import { inLocale } from './locale.ts';
import { countText, decimalText, numberText } from './number-text.ts';
import type { Translate } from './translate.ts';

const units: readonly (readonly [name: string, millis: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/**
 * Formats a duration with its two largest units, in symbols common to all languages: `2h 30m`, `3m 20s`, `45.5s`,
 * `250ms`, `0s`.
 */
export function spanText(millis: number): string {
  if (millis < 0) return `−${spanText(-millis)}`;
  if (millis === 0) return '0s';
  if (millis < 1000) return `${numberText(millis, 3)}ms`;
  if (millis < 60_000) return `${decimalText(Math.floor(millis / 10) / 100, 2, 0)}s`;
  const first = units.findIndex(([, unit]) => millis >= unit);
  const [name, unit] = units[first]!;
  const [restName, restUnit] = units[first + 1]!;
  const rests = Math.floor(millis / restUnit) % Math.round(unit / restUnit);
  const text = `${countText(Math.floor(millis / unit))}${name}`;
  return rests === 0 ? text : `${text} ${rests}${restName}`;
}

/** Formats how long something took; empty if that is unknown. */
export function durationText(millis: number | null | undefined): string {
  return millis !== null && millis !== undefined && Number.isFinite(millis) && millis > 0 ? spanText(millis) : '';
}

const short = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
const formatted = (options: Intl.DateTimeFormatOptions) =>
  inLocale((locale) => new Intl.DateTimeFormat(locale, options));

const withinYear = formatted(short);
const withYear = formatted({ year: 'numeric', ...short });
const moment = formatted({ year: 'numeric', month: 'short', day: 'numeric', ...clock });
const utcClock = formatted({ ...clock, timeZone: 'UTC' });
const utcMoment = formatted({ month: 'short', day: 'numeric', ...clock, timeZone: 'UTC' });
const ticks = {
  year: formatted({ year: 'numeric' }),
  day: formatted({ month: 'short', day: 'numeric' }),
  minute: formatted({ hour: 'numeric', minute: '2-digit' }),
  second: formatted(clock),
  millisecond: formatted({ minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
} as const;

/**
 * Formats a date in the user's time zone and language, without the year if it is the current one; empty if there is
 * none.
 */
export function dateText(millis: number | null | undefined, nowMillis: number = Date.now()): string {
  const date = new Date(millis || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const thisYear = date.getFullYear() === new Date(nowMillis).getFullYear();
  return (thisYear ? withinYear : withYear)().format(date);
}

/** Formats a time of day in the user's time zone and language, to the minute. */
export function timeText(millis: number): string {
  return ticks.minute().format(millis);
}

/** Formats an unambiguous date for tooltips: `2026-11-21 12:30:05 UTC`. */
export function utcText(millis: number | null | undefined): string {
  const utc = isoText(millis || null);
  return utc === '' ? '' : `${utc.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a date to the second, in the user's time zone and in UTC; the UTC date is included only if it differs. */
export function momentText(millis: number, t: Translate): string {
  const at = new Date(millis);
  if (Number.isNaN(at.getTime())) return `${numberText(millis)} ms (${t('no date')})`;
  if (at.getTimezoneOffset() === 0) return `${moment().format(at)} UTC`;
  const utc = (at.getUTCDate() === at.getDate() ? utcClock : utcMoment)().format(at);
  return `${moment().format(at)} (${utc} UTC)`;
}

/** Formats a tick label of a time axis, as precise as the distance between ticks requires; empty if it is no date. */
export function momentTick(millis: number, exactness: keyof typeof ticks): string {
  const at = new Date(millis);
  return Number.isNaN(at.getTime()) ? '' : ticks[exactness]().format(at);
}

/** Formats a date as ISO 8601 for programs; empty for an invalid number. */
export function isoText(millis: number | null): string {
  const at = new Date(millis ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** Formats how long ago a time was: `just now`, `3 s ago`, `5 min ago`, `2 h ago`, `4 d ago`. */
export function agoText(millis: number, nowMillis: number, t: Translate): string {
  const seconds = Math.max(0, Math.round((nowMillis - millis) / 1000));
  if (seconds < 2) return t('just now');
  if (seconds < 60) return t('%1 s ago', seconds);
  if (seconds < 3600) return t('%1 min ago', Math.floor(seconds / 60));
  if (seconds < 86_400) return t('%1 h ago', Math.floor(seconds / 3600));
  return t('%1 d ago', countText(Math.floor(seconds / 86_400)));
}
