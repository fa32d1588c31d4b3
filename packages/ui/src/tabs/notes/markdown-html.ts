import { Lexer, Parser, type Token, Tokenizer } from 'marked';

/** Maximum numbers of characters of a text, of its HTML and of its data images, and of elements. */
const limits = { text: 200_000, html: 2_000_000, images: 20_000_000, elements: 50_000 };

/** Maximum depth of quotes and lists. */
const maxDepth = 100;

/** Runs of characters for which a single rule takes quadratic time. */
const slowRun = /~{2000}|\]\(\s{2000}/;

/** Maximum product of characters and escaped brackets of a paragraph: the search for references takes as long. */
const maxSearched = 50_000_000;

/** Rule that throws when the time for the text is over: most rules are fast, but tried from each character. */
class TimedRule extends RegExp {
  readonly #endMillis: number;

  constructor(rule: RegExp, endMillis: number) {
    super(rule);
    this.#endMillis = endMillis;
  }

  override exec(text: string): RegExpExecArray | null {
    if (performance.now() > this.#endMillis) throw new RangeError('This Markdown takes too long to parse.');
    return super.exec(text);
  }
}

/** Returns rules that throw after the given time. */
function timed<Rules extends object>(rules: Rules, endMillis: number): Rules {
  const all = Object.entries(rules).map(([name, rule]: [string, RegExp]) => [name, new TimedRule(rule, endMillis)]);
  return Object.fromEntries(all) as Rules;
}

/** Throws for blocks that are nested too deeply, and for references that repeat long addresses. */
class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #addressLength = 0;

  override blockquote(src: string): ReturnType<Tokenizer['blockquote']> {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): ReturnType<Tokenizer['list']> {
    return this.#nested(() => super.list(src));
  }

  override reflink(...given: Parameters<Tokenizer['reflink']>): ReturnType<Tokenizer['reflink']> {
    const token = super.reflink(...given);
    if (token && token.type !== 'text') this.#addressLength += token.href.length;
    if (this.#addressLength > limits.html) throw new RangeError('This Markdown has too long references.');
    return token;
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
  constructor(maxMillis: number) {
    const tokenizer = new BoundedTokenizer();
    super({ gfm: true, breaks: false, tokenizer });
    const { rules } = tokenizer;
    const endMillis = performance.now() + maxMillis;
    tokenizer.rules = { ...rules, block: timed(rules.block, endMillis), inline: timed(rules.inline, endMillis) };
  }

  override inline(src: string, tokens?: Token[]): Token[] {
    if (this.inlineQueue.length > limits.elements) throw new RangeError('This Markdown has too many elements.');
    return super.inline(src, tokens);
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    const hasReferences = Object.keys(this.tokens.links).length > 0;
    if (hasReferences && src.length * (src.split('\\[').length - 1) > maxSearched)
      throw new RangeError('This Markdown has too many escaped brackets.');
    return super.inlineTokens(src, tokens);
  }
}

/** Data URL of an image: what precedes the data, and the data. */
const dataImages = /(data:image\/[\w.+-]+;base64,)([a-z\d+/=]+)/gi;

/**
 * Returns the HTML of a Markdown text, not sanitized; null for one that would take too long to parse or to show.
 * Ordinary texts of the maximum length take about a fifth of the default time, hostile ones many times as much.
 */
export function markdownHtml(text: string, maxMillis = 500): string | null {
  // The data of images, which may be long, is replaced by its index: no rule needs to read it.
  const images: string[] = [];
  const source = text.replace(dataImages, (_, start: string, data: string) => start + (images.push(data) - 1));
  if (source.length > limits.text || slowRun.test(source)) return null;
  let html: string;
  try {
    html = Parser.parse(new BoundedLexer(maxMillis).lex(source));
  } catch {
    return null;
  }
  if (html.length > limits.html || html.split('<').length > 2 * limits.elements) return null;
  let imagesLength = 0;
  const complete = html.replace(dataImages, (_, start: string, index: string) => {
    const data = images[Number(index)] ?? index;
    imagesLength += data.length;
    return imagesLength > limits.images ? '' : start + data;
  });
  return imagesLength > limits.images ? null : complete;
}
