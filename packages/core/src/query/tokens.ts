/**
 * Tokenizer of query texts. Never throws: invalid characters are reported and omitted, so that the parser only sees
 * valid tokens.
 */
import type { Span } from './ast.ts';
import type { QueryError } from './errors.ts';

/** Token of a query text. */
export interface Token extends Span {
  readonly type: 'word' | 'number' | 'string' | 'symbol' | 'end';
  /** Text of the token as written. For a string, its value with resolved escapes. */
  readonly text: string;
  /** For a string: whether it has a closing quote. */
  readonly closed?: boolean;
}

/** Tokens of a text, and the errors of the tokenizer. */
export interface Tokens {
  /** Tokens, ending with one `end` token. */
  readonly tokens: readonly [Token, ...Token[]];
  readonly errors: readonly QueryError[];
}

const spacePattern = /\s+/y;
const wordPattern = /[\p{L}_][\p{L}\p{N}_]*/uy;
const numberPattern = /[+-]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const stringPattern = /(["'])((?:\\[^\n]|(?!\1)[^\\\n])*)(\1?)/y;
const symbolPattern = /==|!=|<=|>=|<>|&&|\|\||[<>&|~().,=!]/y;
const strangePattern = /(?:(?![\s"'<>&|~().,=!\d])[^\p{L}_])+|[\s\S]/uy;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };
const escapePattern = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

/** Splits a text into tokens. `from` is the offset to start at. */
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
    if (take(spacePattern)) continue;
    if (take(wordPattern)) tokens.push({ type: 'word', text: text.slice(start, at), start, end: at });
    else if (take(numberPattern)) tokens.push({ type: 'number', text: text.slice(start, at), start, end: at });
    else if (take(symbolPattern)) tokens.push({ type: 'symbol', text: text.slice(start, at), start, end: at });
    else {
      const string = take(stringPattern);
      if (string) {
        const [, mark, inner = '', closing] = string;
        tokens.push({ type: 'string', text: unescapeText(inner), start, end: at, closed: closing !== '' });
        if (closing === '') errors.push(openString(mark, start, at));
      } else {
        take(strangePattern);
        errors.push(strangeSign(text.slice(start, at), start, at));
      }
    }
  }
  tokens.push({ type: 'end', text: '', start: text.length, end: text.length });
  return { tokens: tokens as [Token, ...Token[]], errors };
}

/** Resolves escapes as Python does: an unknown escape retains its backslash. */
function unescapeText(raw: string): string {
  return raw.replace(escapePattern, (whole, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
    if (letter !== undefined) return escapes[letter] ?? whole;
    const code = Number.parseInt(hex2 ?? hex4 ?? hex8 ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Formats a text as a double-quoted string that `tokenize` reads back unchanged. */
export function quote(value: string): string {
  const inner = value.replace(/["\\\n\r\t]/g, (sign) => quotedCharacters[sign] ?? sign);
  return `"${inner}"`;
}

const quotedCharacters: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function openString(mark: string | undefined, start: number, end: number): QueryError {
  return { message: 'the text has no closing quote', remedy: `add ${mark} at its end`, start, end };
}

function strangeSign(sign: string, start: number, end: number): QueryError {
  const message = `'${sign}' has no meaning in a query`;
  if (/^[“”„‘’«»]+$/.test(sign)) return { message, remedy: `write straight quotes, " or '`, start, end };
  if (/^;+$/.test(sign)) {
    return {
      message: "';' separates several queries",
      remedy: 'run them with queryAny, which finds the experiments of any of them',
      start,
      end,
    };
  }
  if (sign === '[' || sign === ']') return { message, remedy: 'compare with one value, or use .between()', start, end };
  return { message, remedy: 'delete it', start, end };
}
