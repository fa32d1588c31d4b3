/**
 * The part of the parser that knows no grammar: where we are in the tokens, what was reported, and how to get past what
 * could not be read.
 */
import type { Span } from './ast.ts';
import type { QueryError } from './errors.ts';
import { type Token, tokenize } from './tokens.ts';

/** Deeper nesting than anyone writes; the bound keeps hostile texts from exhausting the stack. */
const DEEPEST = 200;

/**
 * Unwinds to the nearest conjunction once an error was reported; never leaves the parser. Not an `Error`: its stack, which nobody
 * reads, would take most of the time that a text of many errors does.
 */
export class Unreadable {}

/** A place in the tokens of a text, and the errors reported so far. */
export class TokenReader {
  protected readonly text: string;
  protected readonly errors: QueryError[];
  private readonly tokens: readonly [Token, ...Token[]];
  private at = 0;
  private depth = 0;
  /** Parentheses of calls, such as `Metric(`, that are open in the test being read. */
  private openCalls = 0;
  private abandoned = false;

  constructor(text: string, from = 0) {
    const { tokens, errors } = tokenize(text, from);
    this.text = text;
    this.tokens = tokens;
    this.errors = [...errors];
  }

  /** The token to be read next; at the end of the text it stays the `end` token. */
  protected get token(): Token {
    return this.tokens[this.at] ?? this.tokens[0];
  }

  protected next(): Token {
    const token = this.token;
    if (token.type !== 'end') this.at += 1;
    return token;
  }

  protected isSymbol(...symbols: readonly string[]): boolean {
    return this.token.type === 'symbol' && symbols.includes(this.token.text);
  }

  protected isWord(...words: readonly string[]): boolean {
    return this.token.type === 'word' && words.includes(this.token.text);
  }

  /** `&`, and what stands in its place in other languages. */
  protected isJoint(): boolean {
    return this.isSymbol('&', '&&', '|', '||') || this.isWord('and', 'or');
  }

  /** Where to point: at the token, or behind the last one when the text ends too early. */
  protected here(): Span {
    const last = this.tokens[this.at - 1];
    return this.token.type === 'end' && last ? { start: last.end, end: last.end } : this.token;
  }

  protected report({ start, end }: Span, message: string, remedy: string): void {
    if (!this.abandoned) this.errors.push({ message, remedy, start, end });
  }

  protected fail(span: Span, message: string, remedy: string): never {
    this.report(span, message, remedy);
    throw new Unreadable();
  }

  /** Reads the opening parenthesis of a call. */
  protected openCall(message: string, remedy: string): void {
    this.expect('(', message, remedy);
    this.openCalls += 1;
  }

  /** Reads the closing parenthesis of a call. */
  protected closeCall(message: string, remedy: string): Token {
    const close = this.expect(')', message, remedy);
    this.openCalls -= 1;
    return close;
  }

  protected expect(symbol: string, message: string, remedy: string): Token {
    return this.isSymbol(symbol) ? this.next() : this.fail(this.here(), message, remedy);
  }

  /** Runs a rule; when it fails, passes over the rest of its text and gives null. */
  protected orSkip<T>(rule: () => T): T | null {
    try {
      return rule();
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause;
      this.skip();
      return null;
    }
  }

  /** Passes over the rest of a test: up to a joint or the closing parenthesis of this level. */
  protected skip(): void {
    let opened = 0;
    for (; this.token.type !== 'end'; this.next()) {
      if (opened === 0 && this.isJoint()) break;
      if (this.isSymbol('(')) opened += 1;
      else if (this.isSymbol(')')) {
        if (opened > 0) opened -= 1;
        else if (this.openCalls > 0) this.openCalls -= 1;
        else break;
      }
    }
    this.openCalls = 0;
  }

  /** Runs a rule one level deeper; too deep, it gives the whole text up. */
  protected deeper<T>(token: Token, rule: () => T): T {
    if (this.depth === DEEPEST) {
      this.report(token, `the query is nested deeper than ${DEEPEST} levels`, 'remove parentheses');
      this.abandoned = true;
      this.at = this.tokens.length - 1;
      throw new Unreadable();
    }
    this.depth += 1;
    try {
      return rule();
    } finally {
      this.depth -= 1;
    }
  }
}
