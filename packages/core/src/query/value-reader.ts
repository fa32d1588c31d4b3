/** Grammar rules for values: texts, numbers, True, False, None and datetimes. */
import {
  booleanValue,
  datetimeValue,
  noneValue,
  numberValue,
  type QueryValue,
  type RangeValue,
  type Span,
  textValue,
} from './ast.ts';
import { readDatetime, utcDatetime } from './datetime.ts';
import { readNumber } from './scalar.ts';
import { TokenReader } from './token-reader.ts';
import { quote, type Token } from './tokens.ts';

const constantWords: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['none', 'None'],
  ['null', 'None'],
  ['nil', 'None'],
  ['undefined', 'None'],
]);

/** Parser for values. The query parser extends it. */
export class ValueReader extends TokenReader {
  /** value = string | number | True | False | None | datetime | float */
  protected value(): QueryValue {
    const token = this.token;
    if (token.type === 'string') return textValue(this.next().text, token);
    if (token.type === 'number') return this.number();
    if (token.type === 'word') {
      if (token.text === 'datetime') return this.datetime();
      if (token.text === 'float') return this.float();
      const known = ['True', 'False', 'None'].find((word) => word === token.text) ?? this.mistakenConstant(token);
      if (known) {
        this.next();
        return known === 'None' ? noneValue(token) : booleanValue(known === 'True', token);
      }
      return this.fail(token, `'${token.text}' is not a value`, `put texts in quotes: ${quote(token.text)}`);
    }
    return this.fail(
      this.here(),
      'a value is missing here',
      'write a text in quotes, a number, True, False, None or datetime("2026-01-02T03:04:05Z")',
    );
  }

  /** Parses a bound of `.between()`. */
  protected rangeValue(): RangeValue {
    const value = this.value();
    if (value.kind === 'Boolean' || value.kind === 'None') {
      return this.fail(value, '.between takes numbers or datetimes', 'compare with == or != instead');
    }
    return value;
  }

  /** Reports `true`, `NULL` and the like, and returns the constant that they mean. */
  private mistakenConstant(token: Token): string | null {
    const meant = constantWords.get(token.text.toLowerCase());
    if (meant) this.report(token, `'${token.text}' is not a value`, `write ${meant}`);
    return meant ?? null;
  }

  private number(): QueryValue {
    const token = this.next();
    const value = Number(token.text.replaceAll('_', ''));
    if (Number.isFinite(value)) return numberValue(value, token);
    return this.fail(token, 'this number is too large', 'write a number below 1.8e308');
  }

  /** float = "float" "(" string ")", for the numbers that have no literal: NaN and infinities */
  private float(): QueryValue {
    const word = this.next();
    const remedy = 'write float("nan"), float("inf") or float("-inf")';
    this.openCall('float needs a text', remedy);
    const token = this.token;
    if (token.type !== 'string') return this.fail(this.here(), 'float takes a text in quotes', remedy);
    const number = readNumber(this.next().text);
    const span = spanOf(word, this.closeCall('the ( after float is never closed', 'add a ) after it'));
    if (number === null) return this.fail(span, 'float takes the text of a number', remedy);
    return numberValue(number, span);
  }

  /** datetime = "datetime" "(" ( string | integer { "," integer } ) ")" */
  private datetime(): QueryValue {
    const word = this.next();
    const remedy = 'write datetime("2026-01-02T03:04:05Z") or datetime(2026, 1, 2, 3, 4, 5), in UTC';
    this.openCall('datetime needs a date and time', remedy);
    let utc: string | null;
    if (this.token.type === 'string') utc = readDatetime(this.next().text);
    else {
      const parts: number[] = [];
      do {
        const token = this.token;
        if (token.type !== 'number') this.fail(this.here(), 'datetime takes a text or integers', remedy);
        parts.push(Number(this.next().text.replaceAll('_', '')));
      } while (this.isSymbol(',') && this.next());
      utc = parts.length >= 3 && parts.length <= 7 ? utcDatetime(parts) : null;
    }
    const close = this.closeCall('the ( after datetime is never closed', 'add a ) after it');
    const span = spanOf(word, close);
    return utc === null ? this.fail(span, 'there is no such date or time', remedy) : datetimeValue(utc, span);
  }
}

/** Returns the span from the start of one node to the end of another. */
export function spanOf(first: Span, last: Span): Span {
  return { start: first.start, end: last.end };
}
