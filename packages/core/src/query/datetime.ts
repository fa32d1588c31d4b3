/**
 * Datetimes of a query: always UTC, with microsecond precision, stored as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`. A text
 * without a time zone is UTC.
 */

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Parses an ISO 8601 date or datetime. Returns null for any other text. */
export function readDatetime(text: string): string | null {
  const match = isoPattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0'));
  const local = utcDatetime([
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    micros,
  ]);
  if (local === null || !zone || zone.toUpperCase() === 'Z') return local;
  const offset = zoneMinutes(zone);
  return offset === null ? null : shiftMinutes(local, -offset);
}

/**
 * Returns the datetime of year, month (1-12), day, hour, minute, second and microsecond, or null if it does not
 * exist.
 */
export function utcDatetime(parts: readonly number[]): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micros = 0] = parts;
  if (!parts.every(Number.isInteger) || year < 1 || year > 9999 || micros < 0 || micros > 999_999) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return same ? isoText(date.getTime(), micros) : null;
}

/** Returns the datetime of milliseconds since 1970, or null outside the years 1 to 9999. */
export function datetimeOfMillis(millis: number): string | null {
  const date = new Date(Math.floor(millis));
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return null;
  const ofSecond = date.getUTCMilliseconds();
  return isoText(date.getTime() - ofSecond, ofSecond * 1000);
}

/** Returns milliseconds since 1970, with the microseconds as a fraction. */
function millisOfDatetime(utc: string): number {
  return Date.parse(`${utc.slice(0, 19)}Z`) + Number(utc.slice(20, -1)) / 1000;
}

/**
 * Returns milliseconds since 1970 of a value: a number, a text of digits or a datetime. Returns null for any other
 * text.
 */
export function momentOf(value: string | number | boolean): number | null {
  if (typeof value !== 'string') return Number(value);
  if (/^-?\d+$/.test(value)) return Number(value);
  const utc = readDatetime(value);
  return utc === null ? null : millisOfDatetime(utc);
}

/** Returns the format on the wire: `YYYY-MM-DD HH:MM:SS[.ffffff]`. */
export function wireDatetime(utc: string): string {
  return utc.replace('T', ' ').replace('Z', '');
}

/** Returns a datetime in the format of this module. */
function isoText(secondMillis: number, micros: number): string {
  const seconds = new Date(secondMillis).toISOString().slice(0, 19);
  return micros === 0 ? `${seconds}Z` : `${seconds}.${String(micros).padStart(6, '0')}Z`;
}

function zoneMinutes(zone: string): number | null {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function shiftMinutes(utc: string, minutes: number): string | null {
  const shifted = Date.parse(`${utc.slice(0, 19)}Z`) + minutes * 60_000;
  const year = new Date(shifted).getUTCFullYear();
  return year < 1 || year > 9999 ? null : isoText(shifted, Number(utc.slice(20, -1)));
}
