const bareWords = /-?\bInfinity\b|\bNaN\b/g;

/**
 * Returns the offset after the string whose opening quote is at `start`, or the end of the text if it is not closed.
 */
function endOfText(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** Quotes bare words. A regular expression for whole strings could overflow the stack on very long ones. */
function quoteBareWords(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const start = quote < 0 ? json.length : quote;
    parts.push(json.slice(at, start).replace(bareWords, '"$&"'));
    at = quote < 0 ? start : endOfText(json, start);
    parts.push(json.slice(start, at));
  }
  return parts.join('');
}

/**
 * Parses JSON that may contain the bare words `NaN`, `Infinity` and `-Infinity`, which Python writes. They become
 * strings.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseWireJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // Only texts with such words need the slower second pass.
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(quoteBareWords(json));
  }
}
