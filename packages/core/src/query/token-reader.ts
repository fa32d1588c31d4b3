/** Base of the parser without grammar: position in the tokens, reported errors and error recovery. */
import type { Span } from './ast.ts';
import type { QueryError } from './errors.ts';
import { type Token, tokenize } from './tokens.ts';

/** Maximum nesting depth. It protects the stack from malicious texts and exceeds any real query. */
const maxDepth = 200;

/**
 * Thrown after an error was reported, to unwind to the nearest conjunction. Never leaves the parser. It is not an
 * `Error`: creating unused stack traces would dominate the time for a text with many errors.
 */
export class Unreadable {}

/** Position in the tokens of a text, and the errors reported so far. */
export class TokenReader {
  protected readonly text: string;
  protected readonly errors: QueryError[];
  private readonly tokens: readonly [Token, ...Token[]];
  private at = 0;
  private depth = 0;
  /** Number of open parentheses of calls, such as `Metric(`, in the current test. */
  private openCalls = 0;
  private abandoned = false;

  constructor(text: string, from = 0) {
    const { tokens, errors } = tokenize(text, from);
    this.text = text;
    this.tokens = tokens;
    this.errors = [...errors];
  }

  /** Next token. At the end of the text, it remains the `end` token. */
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

  /** Returns whether the token is an or operator. */
  protected isOr(): boolean {
    return this.isSymbol('|') || this.isWord('or');
  }

  /** Returns whether the token is an operator between tests, or its equivalent in other languages. */
  protected isJoint(): boolean {
    return this.isSymbol('&', '&&', '|', '||') || this.isWord('and', 'or');
  }

  /** Returns the position to report: the token, or the end of the last one if the text ends too early. */
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

  /** Parses the opening parenthesis of a call. */
  protected openCall(message: string, remedy: string): void {
    this.expect('(', message, remedy);
    this.openCalls += 1;
  }

  /** Parses the closing parenthesis of a call. */
  protected closeCall(message: string, remedy: string): Token {
    const close = this.expect(')', message, remedy);
    this.openCalls -= 1;
    return close;
  }

  protected expect(symbol: string, message: string, remedy: string): Token {
    return this.isSymbol(symbol) ? this.next() : this.fail(this.here(), message, remedy);
  }

  /** Runs a rule. If it fails, skips the rest of its text and returns null. */
  protected orSkip<T>(rule: () => T): T | null {
    try {
      return rule();
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause;
      this.skip();
      return null;
    }
  }

  /** Skips the rest of a test, up to an operator between tests or the closing parenthesis of this level. */
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

  /** Runs a rule one level deeper. If the nesting is too deep, abandons the whole text. */
  protected deeper<T>(token: Token, rule: () => T): T {
    if (this.depth === maxDepth) {
      this.report(token, `the query is nested deeper than ${maxDepth} levels`, 'remove parentheses');
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
