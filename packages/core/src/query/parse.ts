/**
 * Parser: query text -> tree. Parsing never throws. It returns a tree (null if nothing could be parsed) and all
 * errors with positions. Each rule of the grammar is a method of that name below, or in `value-reader.ts`:
 *
 *     query        =  disjunction END
 *     disjunction  =  conjunction { ( "|" | "or" ) conjunction }
 *     conjunction  =  term { "&" term }
 *     term         =  "~" term  |  "(" disjunction ")"  |  test
 *     test         =  Tag "(" string ")"
 *                  |  variable "." method "(" arguments ")"
 *                  |  variable operator value
 *     variable     =  kind "(" string ")"              kind = Environment Metric Parameter Other Metadata
 *     operator     =  "==" "<=" ">=" "!=" "<" ">"
 *     method       =  between | contains | startswith | endswith
 *     value        =  string | number | True | False | None | datetime | float
 *     datetime     =  "datetime" "(" ( string | integer { "," integer } ) ")"
 *     float        =  "float" "(" string ")"
 *
 * The text has the syntax of Python, in which `&`, `|` and `~` bind tighter than `<`, and `or` binds looser. So a
 * comparison without its own parentheses is valid alone and next to `or`, but is an error next to `&` or `|` or under
 * `~`: Python would parse `A < 1 & B` as `A < (1 & B)`. Such a comparison is called *bare* here. Methods and tags need
 * no parentheses.
 *
 * Error recovery: a test that cannot be parsed is reported once and skipped up to the next `&`, `|` or closing
 * parenthesis of its level. Unsupported words and symbols with a clear meaning (`and`, `||`, `is`, `=`, …) are
 * reported and parsed with that meaning, so that the rest of the text is still checked. A tree with errors is for
 * editors only and must not be run.
 */
import {
  and,
  between,
  type ComparisonOperator,
  comparison,
  comparisonOperators,
  mirroredOperators,
  not,
  or,
  type QueryTree,
  type QueryValue,
  type Span,
  type TextMethod,
  tagTest,
  textMethods,
  textTest,
  type Variable,
  type VariableKind,
  variable,
  variableKinds,
} from './ast.ts';
import { syntaxError } from './error-texts.ts';
import type { QueryError } from './errors.ts';
import { nearest } from './nearest.ts';
import { Unreadable } from './token-reader.ts';
import { quote, type Token } from './tokens.ts';
import { spanOf, ValueReader } from './value-reader.ts';

/** Result of parsing. If there are errors, `tree` contains what could be parsed and must not be run. */
export interface ParsedQuery {
  /** Parsed query; null when nothing could be parsed. */
  readonly tree: QueryTree | null;
  /** Errors in the order of the text. */
  readonly errors: readonly QueryError[];
}

/** Parses a query. Never throws. `from` is the offset to start at; positions are still offsets in the whole text. */
export function parseQuery(text: string, from = 0): ParsedQuery {
  return new Parser(text, from).query();
}

/** Parses a query. Throws a QuerySyntaxError with all errors. */
export function parseQueryOrThrow(text: string): QueryTree {
  const { tree, errors } = parseQuery(text);
  const [first, ...others] = errors;
  if (first) throw syntaxError(text, [first, ...others]);
  // An empty text is an error, so a text without errors has a tree.
  return tree as QueryTree;
}

const andRemedy = 'write & between the tests, with each comparison in parentheses';
const orRemedy = 'write | between the tests, with each comparison in parentheses';
const kindList = [...variableKinds, 'Tag'].join(', ');
const methodNames = ['between', ...textMethods];
const methodList = methodNames.map((name) => `.${name}()`).join(', ');

/** Term with the span of its parentheses, and whether it is a comparison without its own parentheses. */
interface Term extends Span {
  readonly tree: QueryTree;
  readonly bare: boolean;
}

class Parser extends ValueReader {
  /** query = disjunction END */
  query(): ParsedQuery {
    if (this.token.type === 'end') {
      this.report(this.token, 'the query is empty', 'write a test, such as Metric("loss") < 0.5');
    }
    const terms: QueryTree[] = [];
    while (this.token.type !== 'end') {
      const tree = this.disjunction();
      if (tree) terms.push(tree);
      if (this.isSymbol(')')) this.strayParenthesis();
    }
    const [first, ...others] = terms;
    const errors = this.errors.sort((a, b) => a.start - b.start || a.end - b.end);
    return { tree: first ? and([first, ...others], spanOf(first, others.at(-1) ?? first)) : null, errors };
  }

  private strayParenthesis(): void {
    this.report(this.next(), 'this ) has no matching (', 'delete it or open it with (');
    if (this.isOr()) this.next();
    else if (this.token.type !== 'end') this.joint();
  }

  /** disjunction = conjunction { ( "|" | "or" ) conjunction }; stops at `)` and at the end. */
  private disjunction(): QueryTree | null {
    const terms: Term[] = [];
    let hasSymbol = false;
    for (;;) {
      const term = this.conjunction();
      if (term) terms.push(term);
      if (!this.isOr()) break;
      hasSymbol ||= this.isSymbol('|');
      this.next();
    }
    if (hasSymbol) for (const term of terms) if (term.bare) this.reportBare(term.tree, 'next to |');
    const [first, ...others] = terms;
    if (!first) return null;
    return or([first.tree, ...others.map((term) => term.tree)], spanOf(first, terms.at(-1)!));
  }

  /** conjunction = term { "&" term }; stops at an or operator, at `)` and at the end. */
  private conjunction(): Term | null {
    const terms: Term[] = [];
    let isJoined = false;
    do {
      const term = this.orSkip(() => this.term());
      if (term) terms.push(term);
      isJoined ||= this.isSymbol('&');
    } while (this.joint());
    // If all operators between the terms are unsupported ones, only those are reported.
    if (isJoined) for (const term of terms) if (term.bare) this.reportBare(term.tree, 'next to &');
    const [first, ...others] = terms;
    if (!first) return null;
    if (others.length === 0) return first;
    const span = spanOf(first, terms.at(-1)!);
    return { tree: and([first.tree, ...others.map((term) => term.tree)], span), bare: false, ...span };
  }

  /** Parses the operator between two terms. Returns false at the end of the conjunction. */
  private joint(): boolean {
    const token = this.token;
    if (token.type === 'end' || this.isSymbol(')') || this.isOr()) return false;
    if (this.isSymbol('&')) {
      this.next();
      return true;
    }
    if (this.isSymbol('&&') || this.isWord('and')) {
      this.report(this.next(), `'${token.text}' cannot be used in a query`, andRemedy);
      return true;
    }
    if (this.isJoint()) {
      this.report(this.next(), `'${token.text}' is not supported in a query`, orRemedy);
      return true;
    }
    if (this.comparisonOperator()) {
      this.report(token, 'a test cannot be compared again', 'use .between(low, high) for a range, and & between tests');
      this.skip();
      return this.joint();
    }
    this.report(token, 'an & is missing here', 'write & between the tests');
    if (this.startsTerm()) return true;
    this.skip();
    return this.joint();
  }

  /** term = "~" term | "(" disjunction ")" | test */
  private term(): Term {
    if (this.isSymbol('~')) return this.negation();
    if (this.isWord('not')) return this.negation(`'not' cannot be used in a query`);
    if (this.isSymbol('!')) return this.negation(`'!' does not invert a test`);
    if (this.isSymbol('(')) return this.group();
    return this.test();
  }

  private negation(message?: string): Term {
    const sign = this.next();
    if (message) this.report(sign, message, 'write ~ before the test');
    const term = this.deeper(sign, () => this.term());
    if (term.bare) this.reportBare(term.tree, 'after ~');
    const span = spanOf(sign, term);
    return { tree: not(term.tree, span), bare: false, ...span };
  }

  private group(): Term {
    const open = this.next();
    if (this.isSymbol(')')) {
      this.fail({ start: open.start, end: this.next().end }, 'these parentheses are empty', 'put a test between them');
    }
    const tree = this.deeper(open, () => this.disjunction());
    const closed = this.isSymbol(')');
    const { end } = closed ? this.next() : this.here();
    if (!closed) this.report(open, 'this ( is never closed', 'add a ) after the test');
    if (!tree) throw new Unreadable();
    return { tree, bare: false, start: open.start, end };
  }

  /** test = Tag "(" string ")" | variable "." method "(" arguments ")" | variable operator value */
  private test(): Term {
    const token = this.token;
    if (this.startsValue()) return this.mirroredComparison();
    if (token.type !== 'word') {
      return this.fail(
        token,
        token.type === 'end' ? 'a test is missing at the end' : 'a test is missing here',
        'write one, such as Metric("loss") < 0.5',
      );
    }
    if (token.text === 'Tag') return readTerm(this.tag());
    const left = this.variable();
    if (this.isSymbol('.')) return readTerm(this.method(left));
    const operator = this.operator(left);
    const value = this.value();
    this.checkComparable(operator, value);
    return readTerm(comparison(left, operator, value, spanOf(left, value)), true);
  }

  private tag(): QueryTree {
    const word = this.next();
    const { text, end } = this.name('Tag');
    const tag = tagTest(text, { start: word.start, end });
    const operator = this.comparisonOperator();
    if (!operator && !this.isSymbol('.')) return tag;
    this.report(
      this.token,
      'a tag is a test by itself and is not compared',
      `write Tag(${quote(text)}), or ~Tag(${quote(text)}) for its absence`,
    );
    this.skip();
    return tag;
  }

  /** variable = kind "(" string ")" */
  private variable(): Variable {
    const word = this.next();
    const kind = variableKinds.find((name) => name === word.text) ?? this.mistakenKind(word);
    const { text, end } = this.name(kind);
    return variable(kind, text, { start: word.start, end });
  }

  /** Reports a word that is not a kind. Continues if only its case is wrong. */
  private mistakenKind(word: Token): VariableKind {
    const near = nearest(word.text, [...variableKinds, 'Tag'], 1)[0];
    const remedy = near ? `write ${near}("name")` : `use one of ${kindList}`;
    this.report(word, `'${word.text}' is not a kind of variable`, remedy);
    const kind = variableKinds.find((name) => name.toLowerCase() === word.text.toLowerCase());
    if (!kind || !this.isSymbol('(')) throw new Unreadable();
    return kind;
  }

  /** Parses "(" string ")" after a kind. */
  private name(kind: string): { text: string; end: number } {
    this.openCall(`${kind} needs a name`, `write ${kind}("name")`);
    const token = this.token;
    if (token.type !== 'string') {
      const remedy = token.type === 'word' ? `write ${kind}(${quote(token.text)})` : `write ${kind}("name")`;
      return this.fail(this.here(), `the name in ${kind}() is a text in quotes`, remedy);
    }
    this.next();
    // An unclosed string extends to the end of the line and was already reported.
    if (!token.closed) throw new Unreadable();
    const close = this.closeCall(`the ( after ${kind} is never closed`, 'add a ) after the name');
    return { text: token.text, end: close.end };
  }

  /** method "(" arguments ")" */
  private method(left: Variable): QueryTree {
    this.next();
    const word = this.token;
    if (word.type !== 'word') return this.fail(word, 'a method is missing after the .', `use one of ${methodList}`);
    this.next();
    let name = methodNames.find((known) => known === word.text);
    if (!name) {
      name = methodNames.find((known) => known === word.text.toLowerCase().replaceAll('_', ''));
      const near = name ?? nearest(word.text, methodNames, 1)[0];
      this.report(word, `'.${word.text}' is not a method`, near ? `write .${near}()` : `use one of ${methodList}`);
      if (!name || !this.isSymbol('(')) throw new Unreadable();
    }
    return name === 'between' ? this.between(left) : this.textTest(left, name as TextMethod);
  }

  private between(left: Variable): QueryTree {
    const remedy = 'write .between(low, high)';
    this.openCall('.between needs two values', remedy);
    const low = this.rangeValue();
    this.expect(',', '.between needs two values', remedy);
    const high = this.rangeValue();
    const close = this.closeCall('.between takes two values', remedy);
    return between(left, low, high, spanOf(left, close));
  }

  private textTest(left: Variable, name: TextMethod): QueryTree {
    const remedy = `write .${name}("text")`;
    this.openCall(`.${name} needs a text`, remedy);
    const token = this.token;
    if (token.type !== 'string') return this.fail(this.here(), `.${name} takes a text in quotes`, remedy);
    this.next();
    if (!token.closed) throw new Unreadable();
    const close = this.closeCall(`.${name} takes one text`, remedy);
    return textTest(left, name, token.text, spanOf(left, close));
  }

  /** operator = "==" "<=" ">=" "!=" "<" ">" */
  private operator(left: Variable): ComparisonOperator {
    const token = this.token;
    const operator = this.comparisonOperator();
    if (operator) {
      this.next();
      return operator;
    }
    const mistaken = (remedy: string, meant: ComparisonOperator, message = `'${token.text}' is not an operator`) => {
      this.report(this.next(), message, remedy);
      return meant;
    };
    const call = `${left.variableKind}(${quote(left.name)})`;
    if (this.isSymbol('=')) return mistaken('write ==', '==');
    if (this.isSymbol('<>')) return mistaken('write !=', '!=');
    if (this.isWord('is')) return this.wordOperator();
    if (this.isWord('in', 'not')) {
      return this.fail(
        token,
        `'${token.text}' cannot be used as an operator`,
        `use .contains("text"), ~ and .between(low, high)`,
      );
    }
    return this.fail(
      token.type === 'end' ? left : token,
      `${call} is compared with nothing`,
      `add an operator and a value, such as ${call} ${left.variableKind === 'Metric' ? '< 0.5' : '== "x"'}, or a method: ${methodList}`,
    );
  }

  /** Reports `is` or `is not`, and returns the operator that it means. */
  private wordOperator(): ComparisonOperator {
    const word = this.next();
    const negated = this.isWord('not');
    const end = negated ? this.next().end : word.end;
    const operator = negated ? '!=' : '==';
    this.report(
      { start: word.start, end },
      `'${negated ? 'is not' : 'is'}' cannot be used in a query`,
      `write ${operator}`,
    );
    return operator;
  }

  /** Parses `0.5 > Metric("loss")`: reports it with the mirrored comparison, and returns that. */
  private mirroredComparison(): Term {
    const value = this.value();
    const operator = this.comparisonOperator();
    if (this.isWord('in')) {
      const word = this.next();
      this.report(word, `'in' cannot be used in a query`, 'write the variable first and use .contains("text")');
      throw new Unreadable();
    }
    const remedy = 'begin with a variable, such as Metric("loss") < 0.5';
    if (!operator) return this.fail(value, 'a value alone is not a test', remedy);
    this.next();
    if (!variableKinds.some((kind) => kind === this.token.text)) {
      return this.fail(value, 'a value is compared with no variable', remedy);
    }
    const left = this.variable();
    const mirrored = mirroredOperators[operator];
    const span = { start: value.start, end: left.end };
    const written = this.text.slice(value.start, value.end);
    const call = this.text.slice(left.start, left.end);
    const chained = this.comparisonOperator();
    const rewritten = chained ? `${call}.between(low, high)` : `${call} ${mirrored} ${written}`;
    this.report(span, 'the variable must be on the left of the operator', `write ${rewritten}`);
    if (chained) throw new Unreadable();
    this.checkComparable(mirrored, value);
    return readTerm(comparison(left, mirrored, value, span));
  }

  /** Reports an order comparison with None, which has no order. */
  private checkComparable(operator: ComparisonOperator, value: QueryValue): void {
    if (operator === '==' || operator === '!=' || value.kind !== 'None') return;
    const written = this.text.slice(value.start, value.end);
    this.report(value, `${written} cannot be ordered`, 'compare with == or !=');
  }

  private comparisonOperator(): ComparisonOperator | undefined {
    return comparisonOperators.find((operator) => this.isSymbol(operator));
  }

  private startsValue(): boolean {
    if (this.token.type === 'number' || this.token.type === 'string') return true;
    return this.isWord('True', 'False', 'None', 'datetime', 'float');
  }

  private startsTerm(): boolean {
    return this.isSymbol('(', '~', '!') || this.isWord(...variableKinds, 'Tag', 'not');
  }

  private reportBare(tree: QueryTree, where: string): void {
    const written = this.text.slice(tree.start, tree.end);
    this.report(tree, `a comparison ${where} needs its own parentheses`, `write (${written})`);
  }
}

function readTerm(tree: QueryTree, bare = false): Term {
  return { tree, bare, start: tree.start, end: tree.end };
}
