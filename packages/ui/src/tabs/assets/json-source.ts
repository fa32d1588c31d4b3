// Reads the source text of JSON: parsing would round its numbers. Each function expects valid JSON.

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

const opens = (token: string): boolean => token === '{' || token === '[';
const closes = (token: string): boolean => token === '}' || token === ']';

/** Returns the maximum length of an indented text: deeply nested JSON would become much longer than its source. */
const maxIndented = (source: string): number => 100_000 + 10 * source.length;

/** Returns JSON with a line for each entry; null if it would be too long. Numbers and texts are unchanged. */
export function indentedJson(source: string): string | null {
  const parts: string[] = [];
  const most = maxIndented(source);
  let length = 0;
  let depth = 0;
  let before = '';
  for (const [token] of source.matchAll(tokens)) {
    if (closes(token)) depth--;
    const isBreak = closes(token) ? !opens(before) : before === ',' || opens(before);
    const start = isBreak ? `\n${'  '.repeat(depth)}` : before === ':' ? ' ' : '';
    length += start.length + token.length;
    if (length > most) return null;
    parts.push(start, token);
    if (opens(token)) depth++;
    before = token;
  }
  return parts.join('');
}

/** Returns JSON without white space between its tokens. */
export function compactJson(source: string): string {
  return Array.from(source.matchAll(tokens), ([token]) => token).join('');
}

/** Entry of an object or array. */
interface JsonEntry {
  /** Key in an object; null in an array. */
  readonly key: string | null;
  readonly source: string;
}

/** Yields the entries of an object or array. */
export function* jsonEntries(source: string): Generator<JsonEntry> {
  let depth = 0;
  let key: string | null = null;
  let start: number | null = null;
  for (const { 0: token, index } of source.matchAll(tokens)) {
    if (closes(token)) depth--;
    const isEnd = token === ',' ? depth === 1 : closes(token) && depth === 0;
    if (isEnd) {
      if (start !== null) yield { key, source: source.slice(start, index).trimEnd() };
      [key, start] = [null, null];
    } else if (token === ':' && depth === 1) {
      key = JSON.parse(source.slice(start!, index)) as string;
      start = null;
    } else if (depth === 1) start ??= index;
    if (opens(token)) depth++;
  }
}
