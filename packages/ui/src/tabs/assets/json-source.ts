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

/** Returns the index after the object or array that contains an index, which is not in a text. */
function containerEnd(json: string, start: number): number {
  let depth = 1;
  let index = start;
  while (depth > 0) {
    const code = json.charCodeAt(index);
    if (isOpen(code)) depth++;
    else if (isClose(code)) depth--;
    index = code === quote ? textEnd(json, index) : index + 1;
  }
  return index;
}

/** Returns the index after the value at an index. */
function valueEnd(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === quote) return textEnd(json, start);
  return isOpen(first) ? containerEnd(json, start + 1) : wordEnd(json, start);
}

/** Returns the text of a JSON string. */
export function textOf(source: string): string {
  return source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
}

/** Position in JSON, which is moved over its tokens. Each character is read once. */
export class JsonCursor {
  readonly #json: string;
  #at: number;

  constructor(json: string) {
    this.#json = json;
    this.#at = spaceEnd(json, 0);
  }

  /** Moves from an object or array into it, in front of its first entry. */
  enter(): void {
    this.#at++;
  }

  /** Moves to the next entry, or after the end of the object or array. Returns whether there is an entry. */
  next(): boolean {
    this.#at = spaceEnd(this.#json, this.#at);
    if (this.#json.charCodeAt(this.#at) === comma) this.#at = spaceEnd(this.#json, this.#at + 1);
    const isEnd = isClose(this.#json.charCodeAt(this.#at));
    if (isEnd) this.#at++;
    return !isEnd;
  }

  /** Moves from a key to its value. Returns the key as in the file, in quotes. */
  key(): string {
    const end = textEnd(this.#json, this.#at);
    const source = this.#json.slice(this.#at, end);
    this.#toValue(end);
    return source;
  }

  /** Moves from a key to its value if it is this one, in quotes. Returns whether it is. */
  isKey(source: string): boolean {
    const isSame = this.#json.startsWith(source, this.#at);
    if (isSame) this.#toValue(this.#at + source.length);
    return isSame;
  }

  /** Moves from a value to after it. Returns the value as in the file. */
  value(): string {
    const start = this.#at;
    this.skip();
    return this.#json.slice(start, this.#at);
  }

  /** Moves from a value to after it. */
  skip(): void {
    this.#at = valueEnd(this.#json, this.#at);
  }

  /** Moves after the end of the object or array whose entries are read. */
  leave(): void {
    this.#at = containerEnd(this.#json, this.#at);
  }

  /** Moves from the end of a key to its value, which follows a colon. */
  #toValue(keyEnd: number): void {
    this.#at = spaceEnd(this.#json, spaceEnd(this.#json, keyEnd) + 1);
  }
}
