/** Reading logged values: the service keeps every value as text. */

/** What JavaScript reads as a number and nobody logs as one: nothing at all, and other bases than ten. */
const NO_NUMBER = /^\s*(?:$|0[box])/i;
/** Words that spell a number, in lower case. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['+infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
]);

/** The number a text spells, `true` and `false` being 1 and 0; NaN for `NaN`; null when it spells none. */
export function readNumber(text: string): number | null {
  const number = Number(text);
  if (Number.isNaN(number)) return NUMBER_WORDS.get(text.trim().toLowerCase()) ?? null;
  return NO_NUMBER.test(text) ? null : number;
}

/** A value as a number, for a numeric test; null when it is none. */
export function numberOf(value: string | number | boolean): number | null {
  return typeof value === 'string' ? readNumber(value) : Number(value);
}

/** Whether a test compares numbers, whatever was logged. */
export function isNumeric(type: string, given: unknown): boolean {
  return typeof given === 'number' || type === 'double' || type === 'timenumber' || type === 'boolean';
}

/** Orders texts by code point, as databases order UTF-8 bytes; JavaScript's `<` differs beyond U+FFFF. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shorter) return a.length - b.length;
  return codePointOrder(a.charCodeAt(at)) - codePointOrder(b.charCodeAt(at));
}

/** Lifts surrogates above the rest of the basic plane, where their code points stand. */
function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
