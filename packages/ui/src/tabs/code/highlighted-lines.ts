import type { CodeLine, CodePiece } from './code-chunks.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

const token = /<span class="([\w .-]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|\r\n|\n|[^<&\r\n]+|[\s\S]/g;

/**
 * Splits a highlighter's markup into lines of pieces, so that it is rendered as text and never as HTML. Handles spans
 * with classes and five entities; anything else is text. A span across a line break continues in the next line.
 */
export function highlightedLines(markup: string): readonly CodeLine[] {
  const lines: CodePiece[][] = [[]];
  const open: string[] = [];
  const add = (text: string) => {
    const line = lines.at(-1)!;
    const className = open.filter(Boolean).join(' ');
    const before = line.at(-1);
    if (before?.className === className) line[line.length - 1] = { text: before.text + text, className };
    else line.push({ text, className });
  };
  for (const [part, classes] of markup.matchAll(token)) {
    if (classes !== undefined) open.push(classes);
    else if (part === '</span>') open.pop();
    else if (part === '\n' || part === '\r\n') lines.push([]);
    else add(entities.get(part) ?? part);
  }
  return lines;
}
