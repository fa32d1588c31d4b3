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

/** Quotes bare words. A regular expression for whole strings could overflow the stack on very long ones. */
function quoteBareWords(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const open = json.indexOf('"', at);
    const close = open < 0 ? -1 : closingQuote(json, open + 1);
    const start = open < 0 ? json.length : open;
    const end = close < 0 ? json.length : close + 1;
    parts.push(json.slice(at, start).replace(bareWords, '"$&"'), json.slice(start, end));
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
    return parse(quoteBareWords(json));
  }
}
