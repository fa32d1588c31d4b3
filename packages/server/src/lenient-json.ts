const stringsAndBareNumbers = /"(?:[^"\\]|\\[\s\S])*"|-?\bInfinity\b|\bNaN\b/g;

/**
 * JSON as Python writes it: bare `NaN`, `Infinity` and `-Infinity` become text of the same spelling.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseLenientJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const quoted = text.replace(stringsAndBareNumbers, (token) => (token.startsWith('"') ? token : `"${token}"`));
    if (quoted === text) throw error;
    return JSON.parse(quoted);
  }
}
