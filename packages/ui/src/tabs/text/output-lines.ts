import type { OutputPiece } from '@tracklens/core/browser';
import type { TextPiece } from '../../components/MarkedText.tsx';

/** Line of the output. */
export interface OutputLine {
  readonly text: string;
  /** Whether it is part of a Python traceback, or starts with the name of an error or warning. */
  readonly error: boolean;
  /** Whether it was written to standard error, according to the service. */
  readonly stderr: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes characters that a terminal does not show.
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Applies carriage returns as a terminal does: text after one overwrites the start of the line. */
function overwritten(line: string): string {
  if (!line.includes('\r')) return line;
  let shown = '';
  // From the last text to the first one, of which only the rest is visible.
  for (const part of line.split('\r').reverse()) shown += part.slice(shown.length);
  return shown;
}

const tracebackStart = /^\s*(?:Traceback \(most recent call last\):|(?:\S*Warning|\S*Error|\S*Exception): )/;
const tracebackLink = /^(?:During handling of the above exception|The above exception was the direct cause)/;

/**
 * Splits the output into lines, without escape sequences and overwritten progress bars. A line counts as standard
 * error if any part of it is. Python errors are detected by their text, whatever the stream.
 */
export function outputLines(pieces: readonly OutputPiece[]): readonly OutputLine[] {
  const lines = streamLines(pieces);
  let inside = false;
  return lines.map(({ raw, stderr }) => {
    const text = overwritten(raw.replace(/\r$/, '').replace(escapes, '')).replace(invisible, '');
    const starts = tracebackStart.test(text);
    if (starts && /^\s*Traceback/.test(text)) inside = true;
    const error = starts || inside || tracebackLink.test(text);
    // The error message that ends a traceback is not indented.
    if (inside && /^\S/.test(text) && !/^\s*Traceback/.test(text)) inside = false;
    return { text, error, stderr };
  });
}

/**
 * Joins all pieces and splits them into lines. A line may consist of several pieces. Whitespace alone does not make
 * it standard error.
 */
function streamLines(pieces: readonly OutputPiece[]): { readonly raw: string; readonly stderr: boolean }[] {
  const lines: { raw: string; stderr: boolean }[] = [];
  let line = { raw: '', stderr: false };
  for (const { text, stderr } of pieces) {
    const parts = text.split('\n');
    parts.forEach((part, index) => {
      line.raw += part;
      if (stderr === true && part.trim() !== '') line.stderr = true;
      if (index === parts.length - 1) return;
      lines.push(line);
      line = { raw: '', stderr: false };
    });
  }
  if (line.raw !== '') lines.push(line);
  return lines;
}

/** Returns the line index of every match, ignoring case. A line with several matches is repeated. */
export function foundIn(lines: readonly { readonly text: string }[], search: string): readonly number[] {
  const wanted = search.toLowerCase();
  if (wanted === '') return [];
  const found: number[] = [];
  lines.forEach(({ text }, line) => {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) found.push(line);
  });
  return found;
}

/** Maximum number of characters shown of a line. */
const partLength = 10_000;

/** Number of characters shown before the current match of a longer line. */
const partContext = 200;

/** Returns the shown part of a line: of a long one its start, or the surroundings of its match with an index. */
export function partOf(text: string, search: string, match: number | undefined): { start: number; part: string } {
  if (text.length <= partLength) return { start: 0, part: text };
  const lower = text.toLowerCase();
  const wanted = search.toLowerCase();
  let at = match === undefined ? 0 : lower.indexOf(wanted);
  for (let index = 0; index < (match ?? 0); index++) at = lower.indexOf(wanted, at + wanted.length);
  const start = Math.max(0, at - partContext);
  return { start, part: text.slice(start, start + partLength) };
}

/** Splits a text at the matches of a search, at most at the first `limit`. */
export function cutAt(text: string, search: string, limit: number): readonly TextPiece[] {
  const wanted = search.toLowerCase();
  const lower = text.toLowerCase();
  // Indexes would not fit if lower case changed the length.
  if (wanted === '' || lower.length !== text.length) return [{ text, found: false }];
  const pieces: TextPiece[] = [];
  let from = 0;
  let count = 0;
  for (let at = lower.indexOf(wanted); at >= 0 && count < limit; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), found: false });
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), found: true });
    count++;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), found: false });
  return pieces;
}

/** Splits texts at the first `limit` matches of a search, counted over all texts. */
export function cutTexts(
  texts: readonly string[],
  search: string,
  limit: number,
): {
  readonly cut: readonly (readonly TextPiece[])[];
  /** Whether the texts have further matches. */
  readonly more: boolean;
} {
  const wanted = search.toLowerCase();
  let left = limit;
  let more = false;
  const cut = texts.map((text) => {
    const pieces = cutAt(text, search, left);
    left -= pieces.filter(({ found }) => found).length;
    const rest = pieces.at(-1)!;
    more ||= wanted !== '' && left === 0 && !rest.found && rest.text.toLowerCase().includes(wanted);
    return pieces;
  });
  return { cut, more };
}
