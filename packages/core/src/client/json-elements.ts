import { closingQuote } from '../contract/wire-json.ts';

const [quote, comma, colon] = [34, 44, 58];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Depth of the fields of the response, and of the elements of the list in one of them. */
const [fieldDepth, elementDepth] = [1, 2];

/**
 * Splits the text of a JSON object into the elements of the list in one of its fields, while the text arrives. The
 * text before and after the list is not kept.
 */
class ElementReader {
  /** Whether the end of the list was found, or of an object without it. */
  isComplete = false;
  private readonly field: string;
  private readonly parse: (json: string) => unknown;
  private text = '';
  /** Position up to which the text has been read. */
  private at = 0;
  private depth = 0;
  /** Position of the quote of a string that is still open, or null. */
  private opened: number | null = null;
  /** Last string at the depth of the fields: a field name if a colon follows. */
  private name = '';
  /** Name of the field whose value is being parsed. */
  private currentField = '';
  /** Position of the first element that was not returned, or null outside the list. */
  private first: number | null = null;

  constructor(field: string, parse: (json: string) => unknown) {
    this.field = field;
    this.parse = parse;
  }

  /** Adds text. Returns the elements that it completes. */
  push(text: string): readonly unknown[] {
    const from = this.first ?? this.opened ?? this.at;
    this.text = this.text.slice(from) + text;
    this.at -= from;
    if (this.opened !== null) this.opened -= from;
    if (this.first !== null) this.first = 0;
    let end: number | null = null;
    while (!this.isComplete && this.at < this.text.length) {
      if (this.opened !== null && !this.closeText()) break;
      if (this.at >= this.text.length) break;
      end = this.step(this.text.charCodeAt(this.at)) ?? end;
      this.at++;
    }
    return end === null ? [] : this.take(end);
  }

  /** Returns the elements before a position, which ends an element. */
  private take(end: number): readonly unknown[] {
    const elements = this.parse(`[${this.text.slice(this.first!, end)}]`) as unknown[];
    this.first = end + 1;
    return elements;
  }

  /** Moves behind the quote that closes the string. Returns false if it has not arrived. */
  private closeText(): boolean {
    const end = closingQuote(this.text, this.at);
    if (end < 0) {
      this.at = this.text.length;
      return false;
    }
    this.at = end + 1;
    if (this.depth === fieldDepth) this.name = this.text.slice(this.opened!, this.at);
    this.opened = null;
    return true;
  }

  /** Reads one character outside strings. Returns its position if it ends an element. */
  private step(code: number): number | null {
    if (code === quote) this.opened = this.at;
    else if (code === openList || code === openObject) this.open(code);
    else if (code === closeList || code === closeObject) return this.close(code);
    else if (code === colon && this.depth === fieldDepth) this.currentField = JSON.parse(this.name) as string;
    else if (code === comma && this.first !== null && this.depth === elementDepth) return this.at;
    return null;
  }

  private open(code: number): void {
    this.depth++;
    if (code === openList && this.depth === elementDepth && this.currentField === this.field) this.first = this.at + 1;
  }

  private close(code: number): number | null {
    this.depth--;
    const isList = this.first !== null && this.depth === fieldDepth;
    if (isList && code !== closeList) throw new SyntaxError('The list is not closed');
    this.isComplete = isList || this.depth === 0;
    return isList ? this.at : null;
  }
}

/**
 * Yields the elements of the list in one field of a JSON object, in batches, while the bytes arrive. A field that is
 * absent or null has no elements.
 *
 * @param parse parses the text of several elements as a list
 * @throws SyntaxError for bytes that are not such an object
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  field: string,
  parse: (json: string) => unknown,
): AsyncGenerator<readonly unknown[], void, undefined> {
  const decoder = new TextDecoder();
  const reader = new ElementReader(field, parse);
  let isStarted = false;
  for await (const chunk of chunks) {
    // What follows the list is read, so that the connection can be used again.
    if (reader.isComplete) continue;
    let text = decoder.decode(chunk, { stream: true });
    if (!isStarted) {
      text = text.trimStart();
      isStarted = text !== '';
      if (isStarted && text[0] !== '{') throw new SyntaxError('The response is not an object');
    }
    const elements = reader.push(text);
    if (elements.length > 0) yield elements;
  }
  if (!reader.isComplete) throw new SyntaxError('The response ends within the list');
}
