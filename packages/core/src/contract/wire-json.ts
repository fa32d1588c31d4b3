const bareWords = /-?\bInfinity\b|\bNaN\b/g;

/** Returns the offset of the first quote at or after `from` that is not escaped, or -1. */
export function closingQuote(json: string, from: number): number {
  let quote = json.indexOf('"', from);
  while (quote >= 0 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote;
}

function isEscaped(json: string, at: number): boolean {
  let escapes = 0;
  while (json[at - 1 - escapes] === '\\') escapes++;
  return escapes % 2 === 1;
}

/** Replaces matches outside of strings. A regular expression for whole strings could overflow the stack. */
function replaceOutsideStrings(json: string, pattern: RegExp, replace: (...match: string[]) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const open = json.indexOf('"', at);
    const close = open < 0 ? -1 : closingQuote(json, open + 1);
    const start = open < 0 ? json.length : open;
    const end = close < 0 ? json.length : close + 1;
    parts.push(json.slice(at, start).replace(pattern, replace), json.slice(start, end));
    at = end;
  }
  return parts.join('');
}

/**
 * Parses JSON that may contain the bare words `NaN`, `Infinity` and `-Infinity`, which Python writes. They become
 * strings.
 *
 * @param parse parses JSON without such words
 * @throws SyntaxError as `parse` does
 */
export function parseWireJson(json: string, parse: (json: string) => unknown = JSON.parse): unknown {
  try {
    return parse(json);
  } catch (error) {
    // Only texts with such words need the slower second pass.
    if (!/NaN|Infinity/.test(json)) throw error;
    return parse(replaceOutsideStrings(json, bareWords, (word) => `"${word}"`));
  }
}

/** An integer of at least 16 digits, and the character before it. */
const longIntegers = /(^|[\s:,[])(-?[1-9]\d{15,})(?![\d.eE])/g;

/**
 * Parses JSON with values of any kind as `parseWireJson` does. Integers whose digits a number does not preserve become
 * strings.
 *
 * @throws SyntaxError for invalid JSON
 */
export function parseLosslessJson(json: string): unknown {
  if (json.search(longIntegers) < 0) return parseWireJson(json);
  return parseWireJson(
    replaceOutsideStrings(json, longIntegers, (match, before, digits) =>
      String(Number(digits)) === digits ? match : `${before}"${digits}"`,
    ),
  );
}
