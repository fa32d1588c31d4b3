/** A piece of a line with the classes that colour it. */
export interface CodePiece {
  readonly text: string;
  readonly className: string;
}
export type CodeLine = readonly CodePiece[];

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

const token = /<span class="([\w .-]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|\r\n|\n|[^<&\r\n]+|[\s\S]/g;

/**
 * Takes a highlighter's markup apart into lines of pieces, so that it is drawn as text and never as markup. It knows spans with
 * classes and five entities; whatever else there might be is text. A span that goes over a line's end goes on in the next line.
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

/** The same without colours. */
export function plainLines(text: string): readonly CodeLine[] {
  return text.split(/\r?\n/).map((line) => (line === '' ? [] : [{ text: line, className: '' }]));
}
