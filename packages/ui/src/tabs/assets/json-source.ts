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

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const isOpen = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClose = (code: number): boolean => code === 0x7d || code === 0x5d;
const isSpace = (code: number): boolean => code <= 0x20;

/** Returns the index after the white space at an index. */
function spaceEnd(json: string, start: number): number {
  let index = start;
  while (isSpace(json.charCodeAt(index))) index++;
  return index;
}

/** Returns the index after the text, in quotes, at an index. */
function textEnd(json: string, start: number): number {
  let index = start + 1;
  for (let code = json.charCodeAt(index); code !== quote; code = json.charCodeAt(index))
    index += code === backslash ? 2 : 1;
  return index + 1;
}

/** Returns the index after the number, `true`, `false` or `null` at an index. */
function wordEnd(json: string, start: number): number {
  let index = start;
  for (; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === comma || isClose(code) || isSpace(code)) break;
  }
  return index;
}

/** Returns the index after the value at an index. */
function valueEnd(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === quote) return textEnd(json, start);
  if (!isOpen(first)) return wordEnd(json, start);
  let depth = 1;
  let index = start + 1;
  while (depth > 0) {
    const code = json.charCodeAt(index);
    if (isOpen(code)) depth++;
    else if (isClose(code)) depth--;
    index = code === quote ? textEnd(json, index) : index + 1;
  }
  return index;
}

/** Returns the text of a JSON string. */
export function textOf(source: string): string {
  return source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
}

/** Yields the entries of an object or array. */
export function* jsonEntries(json: string): Generator<JsonEntry> {
  const start = spaceEnd(json, 0);
  const isObject = json[start] === '{';
  let index = spaceEnd(json, start + 1);
  while (!isClose(json.charCodeAt(index))) {
    let key: string | null = null;
    if (isObject) {
      const end = textEnd(json, index);
      key = textOf(json.slice(index, end));
      // The value follows a colon.
      index = spaceEnd(json, spaceEnd(json, end) + 1);
    }
    const end = valueEnd(json, index);
    yield { key, source: json.slice(index, end) };
    index = spaceEnd(json, end);
    if (json.charCodeAt(index) === comma) index = spaceEnd(json, index + 1);
  }
}
