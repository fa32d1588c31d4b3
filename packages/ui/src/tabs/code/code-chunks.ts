/** Part of a line with its CSS classes. */
export interface CodePiece {
  readonly text: string;
  readonly className: string;
}
export type CodeLine = readonly CodePiece[];

/** Consecutive lines of a text, each with its line break. */
export interface CodeChunk {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lineCount: number;
  readonly pieces: readonly CodePiece[];
}

/** Maximum number of lines in a chunk. */
const chunkLines = 200;

/** Groups highlighted lines into chunks. */
export function highlightedChunks(lines: readonly CodeLine[]): readonly CodeChunk[] {
  const lineBreak: CodePiece = { text: '\n', className: '' };
  const chunks: CodeChunk[] = [];
  for (let at = 0; at < lines.length; at += chunkLines) {
    const part = lines.slice(at, at + chunkLines);
    chunks.push({ first: at + 1, lineCount: part.length, pieces: part.flatMap((line) => [...line, lineBreak]) });
  }
  return chunks;
}

/** Splits a text into chunks of a single piece, because a long text has too many lines for an element of each. */
export function plainChunks(text: string): readonly CodeChunk[] {
  const lines = `${text.replaceAll('\r\n', '\n')}\n`;
  const chunks: CodeChunk[] = [];
  for (let start = 0, first = 1; start < lines.length; first += chunkLines) {
    let end = start;
    let lineCount = 0;
    for (; lineCount < chunkLines && end < lines.length; lineCount++) end = lines.indexOf('\n', end) + 1;
    chunks.push({ first, lineCount, pieces: [{ text: lines.slice(start, end), className: '' }] });
    start = end;
  }
  return chunks;
}
