/**
 * Cuts a query text into tokens. Never throws: what is no token is reported and left out, so that the parser sees only
 * what it can name.
 */
import type { Span } from './ast.ts';
import type { QueryError } from './errors.ts';

/** A piece of a query text that the parser can name. */
export interface Token extends Span {
  readonly type: 'word' | 'number' | 'string' | 'symbol' | 'end';
  /** The token as written; of a string, its value with the escapes resolved. */
  readonly text: string;
  /** Of a string: whether its closing quote is there. */
  readonly closed?: boolean;
}

/** A text as tokens, and what in it was none. */
export interface Tokens {
  /** Ends with one `end` token. */
  readonly tokens: readonly [Token, ...Token[]];
  readonly errors: readonly QueryError[];
}

const SPACE = /\s+/y;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /[+-]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const STRING = /(["'])((?:\\[^\n]|(?!\1)[^\\\n])*)(\1?)/y;
const SYMBOL = /==|!=|<=|>=|<>|&&|\|\||[<>&|~().,=!]/y;
const STRANGE = /(?:(?![\s"'<>&|~().,=!\d])[^\p{L}_])+|[\s\S]/uy;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

/** Cuts the text, from an offset on where one is given. */
export function tokenize(text: string, from = 0): Tokens {
  const tokens: Token[] = [];
  const errors: QueryError[] = [];
  let at = from;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const start = at;
    if (take(SPACE)) continue;
    if (take(WORD)) tokens.push({ type: 'word', text: text.slice(start, at), start, end: at });
    else if (take(NUMBER)) tokens.push({ type: 'number', text: text.slice(start, at), start, end: at });
    else if (take(SYMBOL)) tokens.push({ type: 'symbol', text: text.slice(start, at), start, end: at });
    else {
      const string = take(STRING);
      if (string) {
        const [, mark, inner = '', closing] = string;
        tokens.push({ type: 'string', text: unescapeText(inner), start, end: at, closed: closing !== '' });
        if (closing === '') errors.push(openString(mark, start, at));
      } else {
        take(STRANGE);
        errors.push(strangeSign(text.slice(start, at), start, at));
      }
    }
  }
  tokens.push({ type: 'end', text: '', start: text.length, end: text.length });
  return { tokens: tokens as [Token, ...Token[]], errors };
}

/** Resolves escapes as Python does: an unknown one keeps its backslash. */
function unescapeText(raw: string): string {
  return raw.replace(ESCAPE, (whole, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
    if (letter !== undefined) return ESCAPES[letter] ?? whole;
    const code = Number.parseInt(hex2 ?? hex4 ?? hex8 ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Writes a text as a double-quoted string that `tokenize` reads back unchanged. */
export function quote(value: string): string {
  const inner = value.replace(/["\\\n\r\t]/g, (sign) => QUOTED[sign] ?? sign);
  return `"${inner}"`;
}

const QUOTED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function openString(mark: string | undefined, start: number, end: number): QueryError {
  return { message: 'the text has no closing quote', remedy: `add ${mark} at its end`, start, end };
}

function strangeSign(sign: string, start: number, end: number): QueryError {
  const message = `'${sign}' has no meaning in a query`;
  if (/^[“”„‘’«»]+$/.test(sign)) return { message, remedy: `write straight quotes, " or '`, start, end };
  if (/^;+$/.test(sign)) {
    return {
      message: "';' parts several queries",
      remedy: 'run them with queryAny, which finds what any of them finds',
      start,
      end,
    };
  }
  if (sign === '[' || sign === ']') return { message, remedy: 'compare with one value, or use .between()', start, end };
  return { message, remedy: 'delete it', start, end };
}
