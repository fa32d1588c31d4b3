import type { Translate } from './translate.ts';

const units: readonly (readonly [name: string, millis: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** A length of time by its two largest units: `45s`, `3m 20s`, `2h 5m`; empty below one millisecond. */
export function durationText(millis: number | null | undefined): string {
  if (millis === null || millis === undefined || !Number.isFinite(millis) || millis <= 0) return '';
  if (millis < 1000) return `${Math.round(millis)}ms`;
  const first = units.findIndex(([, size]) => millis >= size);
  const [name, size] = units[first]!;
  const next = units[first + 1];
  const rest = next ? Math.floor((millis % size) / next[1]) : 0;
  return rest > 0 && next
    ? `${Math.floor(millis / size)}${name} ${rest}${next[0]}`
    : `${Math.floor(millis / size)}${name}`;
}

// Making a formatter takes longer than a hundred uses of it.
const short = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
const withinYear = new Intl.DateTimeFormat(undefined, short);
const withYear = new Intl.DateTimeFormat(undefined, { year: 'numeric', ...short });

/** A moment in the person's zone and language, without the year where it is this one; empty where there is none. */
export function dateText(millis: number | null | undefined, nowMillis: number = Date.now()): string {
  if (!millis) return '';
  const date = new Date(millis);
  const thisYear = date.getFullYear() === new Date(nowMillis).getFullYear();
  return (thisYear ? withinYear : withYear).format(date);
}

/** The same moment without doubt, for tooltips: `2026-11-21 12:30:05 UTC`. */
export function utcText(millis: number | null | undefined): string {
  return millis ? `${new Date(millis).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '';
}

/** How long ago a moment was: `just now`, `3 s ago`, `5 min ago`, `2 h ago`, `4 d ago`. */
export function agoText(millis: number, nowMillis: number, t: Translate): string {
  const seconds = Math.max(0, Math.round((nowMillis - millis) / 1000));
  if (seconds < 2) return t('just now');
  if (seconds < 60) return t('%1 s ago', seconds);
  if (seconds < 3600) return t('%1 min ago', Math.floor(seconds / 60));
  if (seconds < 86_400) return t('%1 h ago', Math.floor(seconds / 3600));
  return t('%1 d ago', Math.floor(seconds / 86_400));
}
