const bareWords = /-?\bInfinity\b|\bNaN\b/g;

/** Where the text that begins with the quote at `start` ends, behind its last quote; the end of all when it does not. */
function endOfText(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** Puts quotes around bare words; no expression over whole texts, since these may be longer than its stack is deep. */
function quoteBareWords(json: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const start = quote < 0 ? json.length : quote;
    pieces.push(json.slice(at, start).replace(bareWords, '"$&"'));
    at = quote < 0 ? start : endOfText(json, start);
    pieces.push(json.slice(start, at));
  }
  return pieces.join('');
}

/**
 * JSON as both sides of this wire write it, Python among them: bare `NaN`, `Infinity` and `-Infinity` become texts of the same
 * spelling.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseWireJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // Only what holds such words gets the second, slower reading.
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(quoteBareWords(json));
  }
}
