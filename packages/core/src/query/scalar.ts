/** Parsing of logged values. The service stores every value as text. */

/** Texts that JavaScript converts to a number but nobody logs as one: an empty text, and bases other than ten. */
const noNumberPattern = /^\s*(?:$|0[box])/i;
/** Words that represent a number, in lower case. */
const numberWords: ReadonlyMap<string, number> = new Map([
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

/** Parses a number. `true` and `false` are 1 and 0, `NaN` is NaN. Returns null for any other text. */
export function readNumber(text: string): number | null {
  const number = Number(text);
  if (Number.isNaN(number)) return numberWords.get(text.trim().toLowerCase()) ?? null;
  return noNumberPattern.test(text) ? null : number;
}

/** Converts a value to a number for a numeric test. Returns null for a text that is not a number. */
export function numberOf(value: string | number | boolean): number | null {
  return typeof value === 'string' ? readNumber(value) : Number(value);
}

/** Returns whether a test is numeric for every logged value. */
export function isNumeric(type: string, value: unknown): boolean {
  return typeof value === 'number' || type === 'double' || type === 'timenumber' || type === 'boolean';
}

/** Returns whether a test compares numbers with NaN. Texts of the metadata are never numbers. */
export function isNaNTest(type: string, source: string, value: unknown): boolean {
  return isNumeric(type, null) && source !== 'metadata' && typeof value === 'string' && Number.isNaN(readNumber(value));
}

/** Compares texts by code point, as databases compare UTF-8 bytes. The `<` of JavaScript differs beyond U+FFFF. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shorter) return a.length - b.length;
  return codePointOrder(a.charCodeAt(at)) - codePointOrder(b.charCodeAt(at));
}

/** Maps surrogates above the other code units, in the order of their code points. */
function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
