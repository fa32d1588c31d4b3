/*
 * Strings, comments and calls of Python and TypeScript source, without `vscode`. The scan is one pass. It knows just
 * enough of both languages to distinguish strings and comments from code, never throws, and reads incomplete code, as
 * it is while someone types.
 */

/** Languages that the scan distinguishes. TypeScript includes JavaScript and both forms of JSX. */
export type CodeLanguage = 'python' | 'typescript';

/** Range of a text, as offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** String literal: the range of its content, without the quotes. */
export interface StringLiteral extends Span {
  /** Content; null if it has escapes or interpolations, or if the closing quote is missing. */
  readonly value: string | null;
}

/** Argument of a call. */
export interface CodeArgument extends Span {
  /** Name of a keyword argument, or of a property of an object literal; null for a positional argument. */
  readonly name: string | null;
  /** Index of a positional argument; -1 for a named one. */
  readonly index: number;
  /** The literal, if the argument is one. */
  readonly literal: StringLiteral | null;
  /** The variable, if the argument is one. */
  readonly variable: string | null;
}

/** Call of one of the wanted functions, from its name to the closing bracket, or to the end of the text. */
export interface CodeCall extends Span {
  readonly name: string;
  readonly arguments: readonly CodeArgument[];
}

/** Result of a scan. Strings, comments and calls are in the order of their start. */
export interface CodeTokens {
  readonly strings: readonly StringLiteral[];
  readonly comments: readonly Span[];
  readonly calls: readonly CodeCall[];
}

const stringStart = { python: '"""|\'\'\'|"|\'', typescript: '["\'`]' };
// In TypeScript a slash after an operator, or first in its line, starts a regular expression, which may contain quotes.
const skipped = {
  python: '#[^\\n]*',
  typescript: '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$(?![\\s\\S]))|\\/(?<=(?:[(,=:[!&|?{};]|^)[ \\t]*\\/)(?![*\\/])',
};

/** Rest of a regular expression after its first slash. */
const restOfRegularExpression = /^(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//;
/** Maximum length of that rest, so that the slashes of a line with many take linear time. */
const maxRegularExpression = 500;

/** Rest of a string after its opening quote, and the quote. */
const restOf: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*("?)/y,
  "'": /[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*('?)/y,
  '`': /[^`\\]*(?:\\[\s\S][^`\\]*)*(`?)/y,
  '"""': /[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*((?:""")?)/y,
  "'''": /[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*((?:''')?)/y,
};

interface OpenCall {
  readonly name: string;
  readonly start: number;
  readonly arguments: CodeArgument[];
  /** Open brackets within the call. A brace that starts an argument holds its properties and does not count. */
  depth: number;
  inObject: boolean;
  positional: number;
  argument: OpenArgument | null;
}

interface OpenArgument {
  readonly start: number;
  readonly name: string | null;
  parts: number;
  literal: StringLiteral | null;
  variable: string | null;
}

/** Returns a function that scans source code for strings, comments, and calls of the named functions. */
export function codeScanner(language: CodeLanguage, names: readonly string[]): (text: string) => CodeTokens {
  const wanted = `(?<![\\w$])(${names.join('|')})\\s*\\(`;
  const outside = new RegExp(`(${skipped[language]})|(${stringStart[language]})|${wanted}`, 'gm');
  const inside = new RegExp(
    `(${skipped[language]})|(${stringStart[language]})|${wanted}|([A-Za-z_$][\\w$.]*)\\s*(=(?![=>])|:(?!:))?|([^\\s\\w])|\\w+`,
    'gm',
  );
  return (text) => new Scan(text, outside, inside).tokens();
}

/** One scan of a text. */
class Scan {
  readonly #text: string;
  readonly #outside: RegExp;
  readonly #inside: RegExp;
  readonly #strings: StringLiteral[] = [];
  readonly #comments: Span[] = [];
  readonly #calls: CodeCall[] = [];
  readonly #open: OpenCall[] = [];

  constructor(text: string, outside: RegExp, inside: RegExp) {
    this.#text = text;
    this.#outside = outside;
    this.#inside = inside;
  }

  tokens(): CodeTokens {
    let at = 0;
    for (;;) {
      const pattern = this.#open.length > 0 ? this.#inside : this.#outside;
      pattern.lastIndex = at;
      const match = pattern.exec(this.#text);
      if (!match) break;
      at = this.#token(match, pattern.lastIndex);
    }
    while (this.#open.length > 0) this.#close(this.#text.length);
    this.#calls.sort((a, b) => a.start - b.start);
    return { strings: this.#strings, comments: this.#comments, calls: this.#calls };
  }

  /** Handles a token and returns where the next one starts. */
  #token(match: RegExpExecArray, end: number): number {
    const [, comment, quote, call, word, assignment, sign] = match;
    const { index } = match;
    if (comment === '/') return this.#regularExpression(index, end);
    if (comment !== undefined) {
      this.#comments.push({ start: index, end });
      return end;
    }
    if (quote !== undefined) return this.#string(quote, index, end);
    if (call !== undefined) {
      this.#part(index).parts++;
      this.#open.push({
        name: call,
        start: index,
        arguments: [],
        depth: 0,
        inObject: false,
        positional: 0,
        argument: null,
      });
    } else if (word !== undefined) return this.#word(word, assignment, index, end);
    else if (sign !== undefined) this.#sign(sign, index);
    else this.#part(index).parts++;
    return end;
  }

  /** Returns where a regular expression ends; without an end, where its slash ends. */
  #regularExpression(index: number, start: number): number {
    const [rest] = restOfRegularExpression.exec(this.#text.slice(start, start + maxRegularExpression)) ?? [];
    if (rest === undefined) this.#part(index).parts++;
    return start + (rest?.length ?? 0);
  }

  #string(quote: string, index: number, start: number): number {
    const rest = restOf[quote]!;
    rest.lastIndex = start;
    const [read, closing] = rest.exec(this.#text)!;
    const end = start + read.length - closing!.length;
    const content = this.#text.slice(start, end);
    const isPlain = closing !== '' && !content.includes('\\') && !(quote === '`' && content.includes('${'));
    const literal = { start, end, value: isPlain ? content : null };
    this.#strings.push(literal);
    const part = this.#part(index);
    // The prefix of a Python string, such as `r`, has been read as a variable.
    const isPrefixed = part.parts === 1 && /^[bBrRuU]{1,2}$/.test(part.variable ?? '');
    if (!isPrefixed) part.parts++;
    part.variable = null;
    part.literal = literal;
    return start + read.length;
  }

  #word(word: string, assignment: string | undefined, index: number, end: number): number {
    const call = this.#open.at(-1)!;
    if (assignment !== undefined && call.depth === 0 && call.argument === null) {
      call.argument = { start: end, name: word, parts: 0, literal: null, variable: null };
      return end;
    }
    const part = this.#part(index);
    part.parts++;
    part.variable = word;
    return end;
  }

  #sign(sign: string, index: number): void {
    const call = this.#open.at(-1)!;
    if (sign === '{' && call.depth === 0 && call.argument === null && !call.inObject) {
      call.inObject = true;
    } else if ('([{'.includes(sign)) {
      this.#part(index).parts++;
      call.depth++;
    } else if (')]}'.includes(sign)) {
      if (call.depth > 0) call.depth--;
      else if (call.inObject && sign === '}') {
        endArgument(call, index);
        call.inObject = false;
      } else this.#close(sign === ')' ? index + 1 : index);
    } else if (sign === ',' && call.depth === 0) endArgument(call, index);
    else this.#part(index).parts++;
  }

  /** Returns the current argument of the innermost call; a detached one outside of calls. */
  #part(index: number): OpenArgument {
    const argument = { start: index, name: null, parts: 0, literal: null, variable: null };
    const call = this.#open.at(-1);
    if (!call) return argument;
    call.argument ??= argument;
    return call.argument;
  }

  #close(end: number): void {
    const call = this.#open.pop()!;
    endArgument(call, end);
    this.#calls.push({ name: call.name, start: call.start, end, arguments: call.arguments });
  }
}

function endArgument(call: OpenCall, end: number): void {
  const { argument } = call;
  if (!argument) return;
  const { name, parts } = argument;
  call.arguments.push({
    name,
    index: name === null ? call.positional++ : -1,
    start: argument.start,
    end,
    literal: parts === 1 ? argument.literal : null,
    variable: parts === 1 ? argument.variable : null,
  });
  call.argument = null;
}
