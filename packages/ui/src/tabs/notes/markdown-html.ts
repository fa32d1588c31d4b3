import { Lexer, Parser, type Token, Tokenizer } from 'marked';

/** Maximum length of a text, and of its HTML, in characters, and maximum number of tags. */
const limits = { text: 200_000, html: 2_000_000, tags: 50_000 };

/**
 * Maximum amount of work for one text, in characters that rules examine. It takes up to half a second, and is enough
 * for 100,000 characters in 1000 paragraphs.
 */
const maxWork = 200_000_000;

/** Characters that the rule of an inline element starts from and searches the rest of its paragraph for. */
const marks = /[*_~`[<\\]/g;

/** Cost of a character that is searched for the end of an inline element; one in a search for a block costs 1. */
const inlineCost = 4;

/** Cost of a character of a list within a quote or list, whose lines several rules examine. */
const nestedListCost = 16;

/** Maximum depth of quotes and lists. */
const maxDepth = 100;

/** Throws when a text takes too much work: the rules of Markdown take quadratic time. */
class BoundedTokenizer extends Tokenizer {
  #work = 0;
  #depth = 0;

  /** Adds work that a rule has done or will do. */
  spend(work: number): void {
    this.#work += work;
    if (this.#work > maxWork) throw new RangeError('This Markdown takes too long to parse.');
  }

  /** The first rule that is tried for each block. */
  override space(src: string): ReturnType<Tokenizer['space']> {
    this.spend(src.length);
    return super.space(src);
  }

  override blockquote(src: string): ReturnType<Tokenizer['blockquote']> {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): ReturnType<Tokenizer['list']> {
    const list = this.#nested(() => super.list(src));
    if (list && this.#depth > 0) this.spend(nestedListCost * src.length);
    return list;
  }

  #nested<Block>(block: () => Block): Block {
    if (++this.#depth > maxDepth) throw new RangeError('This Markdown is nested too deeply.');
    try {
      return block();
    } finally {
      this.#depth--;
    }
  }
}

class BoundedLexer extends Lexer {
  readonly #tokenizer: BoundedTokenizer;

  constructor(tokenizer = new BoundedTokenizer()) {
    super({ gfm: true, breaks: false, tokenizer });
    this.#tokenizer = tokenizer;
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.#tokenizer.spend(inlineCost * src.length * (src.match(marks)?.length ?? 0));
    return super.inlineTokens(src, tokens);
  }
}

/** Returns the HTML of a Markdown text, not sanitized; null for one that would take too long to parse or to show. */
export function markdownHtml(text: string): string | null {
  if (text.length > limits.text) return null;
  let html: string;
  try {
    html = Parser.parse(new BoundedLexer().lex(text));
  } catch {
    return null;
  }
  return html.length > limits.html || html.split('<').length > limits.tags ? null : html;
}
