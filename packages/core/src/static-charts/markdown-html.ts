import { escapedMarkup } from '../charts/svg-element.ts';

/*
 * Markdown of notes as HTML: headings, lists, quotes, code, emphasis and links. All text is escaped, so that no markup
 * of the notes themselves remains, and links lead to HTTP(S) addresses only. Tables keep their lines.
 *
 * Views render notes with `marked` and sanitize them with DOMPurify, which needs a DOM. Static forms are also made
 * without one. `marked` with a renderer that escapes would do the same, in 39 kB more of minified code.
 */

const fence = /^ {0,3}(```+|~~~+) *[\w+#.-]*$/;
const headingLine = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const ruleLine = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const quoteLine = /^ {0,3}> ?/;
const itemLine = /^( *)([-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const tableLine = /^ *\|/;

/** Maximum depth of lists and quotes. */
const maxDepth = 6;

/** Returns Markdown as HTML without scripts, styles and images. */
export function markdownHtml(text: string): string {
  return blocksHtml(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0);
}

/** Writes lines as blocks. Each step takes the lines of one block. */
function blocksHtml(lines: readonly string[], depth: number): string {
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const isBlank = line.trim() === '';
    const [block, end] = isBlank ? ['', at + 1] : blockAt(lines, at, depth);
    html.push(block);
    at = end;
  }
  return html.join('');
}

type Block = readonly [html: string, end: number];

function blockAt(lines: readonly string[], at: number, depth: number): Block {
  const line = lines[at]!;
  const opening = fence.exec(line)?.[1];
  if (opening !== undefined) return codeBlock(lines, at + 1, opening);
  const [, marks, title] = headingLine.exec(line) ?? [];
  if (marks !== undefined) {
    // The name of the view is above the notes.
    const name = `h${Math.min(6, marks.length + 3)}`;
    return [`<${name}>${inlineHtml(title!.replace(/ +#+ *$/, ''))}</${name}>`, at + 1];
  }
  if (ruleLine.test(line)) return ['<hr>', at + 1];
  if (quoteLine.test(line) && depth < maxDepth) {
    const end = endOf(lines, at, (one) => quoteLine.test(one));
    const quoted = lines.slice(at, end).map((one) => one.replace(quoteLine, ''));
    return [`<blockquote>${blocksHtml(quoted, depth + 1)}</blockquote>`, end];
  }
  if (itemLine.test(line) && depth < maxDepth) return listBlock(lines, at, depth);
  if (tableLine.test(line)) {
    const end = endOf(lines, at, (one) => tableLine.test(one));
    return [preformatted(lines.slice(at, end)), end];
  }
  const end = endOf(lines, at + 1, (one) => one.trim() !== '' && !startsBlock(one));
  return [`<p>${inlineHtml(lines.slice(at, end).join('\n').trim())}</p>`, end];
}

const startsBlock = (line: string) =>
  [fence, headingLine, ruleLine, quoteLine, itemLine, tableLine].some((pattern) => pattern.test(line));

/** Returns the index after the lines that belong together. */
function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end]!)) end++;
  return end;
}

const preformatted = (lines: readonly string[]) => `<pre>${escapedMarkup(lines.join('\n'))}</pre>`;

function codeBlock(lines: readonly string[], from: number, opening: string): Block {
  const isEnd = (line: string) => line.trim().startsWith(opening) && /^(?:`*|~*)$/.test(line.trim());
  const end = endOf(lines, from, (line) => !isEnd(line));
  return [preformatted(lines.slice(from, end)), end + 1];
}

/** Writes a list. Lines that are indented further than its marks belong to an item, and can be a list themselves. */
function listBlock(lines: readonly string[], at: number, depth: number): Block {
  const [, indent, mark] = itemLine.exec(lines[at]!)!;
  const ordered = /\d/.test(mark!);
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const [, itsIndent, itsMark, text] = itemLine.exec(line) ?? [];
    const isItem = itsMark !== undefined && itsIndent!.length <= indent!.length;
    if (isItem && /\d/.test(itsMark) === ordered && !ruleLine.test(line)) items.push([text!]);
    else if (line.trim() === '' ? isInside(lines[end + 1], indent!) : isInside(line, indent!)) {
      items.at(-1)!.push(line.slice(indent!.length + 2).replace(/^ (?=[-*+\d])/, ''));
    } else break;
  }
  const name = ordered ? 'ol' : 'ul';
  const start = ordered && Number.parseInt(mark!, 10) !== 1 ? ` start="${Number.parseInt(mark!, 10)}"` : '';
  const written = items.map(([text, ...more]) => `<li>${inlineHtml(text!)}${blocksHtml(more, depth + 1)}</li>`);
  return [`<${name}${start}>${written.join('')}</${name}>`, end];
}

const isInside = (line: string | undefined, indent: string) => line?.startsWith(`${indent}  `) === true;

/** Parts of a text that are not plain, by the first one that matches. */
const inline = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-${'`'}{-~])`,
    String.raw`(?<ticks>${'`'}+)(?<code>[^${'`'}]+)\k<ticks>(?!${'`'})`,
    String.raw`!?\[(?<label>[^\[\]\n]{0,1000})\]\(<?(?<address>[^\s()<>]{1,2000})>?(?: +"[^"\n]{0,200}")?\)`,
    String.raw`(?<url>https?://[^\s<>"'()\[\]]{1,2000}[^\s<>"'()\[\].,:;!?*_~])`,
    String.raw`\*\*(?=\S)(?<strong>[^*\n]{1,1000}?)\*\*`,
    String.raw`(?<![\p{L}\p{N}_])__(?=\S)(?<bold>[^_\n]{1,1000}?)__(?![\p{L}\p{N}_])`,
    String.raw`\*(?=[^\s*])(?<emphasis>[^*\n]{1,1000}?)\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?=[^\s_])(?<italic>[^_\n]{1,1000}?)_(?![\p{L}\p{N}_])`,
    String.raw`~~(?=\S)(?<deleted>[^~\n]{1,1000}?)~~`,
    String.raw`(?<broken>(?:(?<! ) {2,}|\\)\n)`,
  ].join('|'),
  'gu',
);

const elements = { strong: 'strong', bold: 'strong', emphasis: 'em', italic: 'em', deleted: 'del' } as const;

/** Elements around a text. */
interface InlineContext {
  readonly depth: number;
  readonly isInLink: boolean;
}

/** Writes a text with emphasis, code and links. */
function inlineHtml(text: string, within: InlineContext = { depth: 0, isInLink: false }): string {
  const html: string[] = [];
  let at = 0;
  for (const match of text.matchAll(inline)) {
    html.push(escapedMarkup(text.slice(at, match.index)), partHtml(match[0], match.groups!, within));
    at = match.index + match[0].length;
  }
  return [...html, escapedMarkup(text.slice(at))].join('');
}

function partHtml(whole: string, groups: Readonly<Record<string, string | undefined>>, within: InlineContext): string {
  const { escaped, code, label, address, url, broken } = groups;
  if (escaped !== undefined) return escapedMarkup(escaped);
  if (code !== undefined) return `<code>${escapedMarkup(code.trim() || code)}</code>`;
  if (broken !== undefined) return '<br>';
  if (within.depth >= maxDepth || (within.isInLink && (url ?? label) !== undefined)) return escapedMarkup(whole);
  if (url !== undefined) return linkHtml(url, escapedMarkup(url));
  const inner = { ...within, depth: within.depth + 1 };
  if (label !== undefined) return linkHtml(address!, inlineHtml(label || address!, { ...inner, isInLink: true }));
  const [name, content] = Object.entries(groups).find(([each, value]) => each in elements && value !== undefined)!;
  const element = elements[name as keyof typeof elements];
  return `<${element}>${inlineHtml(content!, inner)}</${element}>`;
}

/** Writes a link to an HTTP(S) address; of any other address, the label alone. */
const linkHtml = (address: string, label: string) =>
  /^https?:\/\//i.test(address)
    ? `<a href="${escapedMarkup(address)}" target="_blank" rel="noopener noreferrer">${label}</a>`
    : label;
