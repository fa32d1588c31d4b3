import type { OutputPiece } from '@tracklens/core/browser';

/** A line of what was printed. */
export interface OutputLine {
  readonly text: string;
  /** Whether it belongs to an error that Python reports: a traceback with its message. */
  readonly error: boolean;
  /** Whether the service says that it was written to standard error. */
  readonly stderr: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would not show.
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** A line as a terminal leaves it: a carriage return goes back to its start, and what comes then covers what was there. */
function overwritten(line: string): string {
  if (!line.includes('\r')) return line;
  let shown = '';
  for (const part of line.split('\r')) shown = part + shown.slice(part.length);
  return shown;
}

const tracebackStart = /^\s*(?:Traceback \(most recent call last\):|(?:\S*Warning|\S*Error|\S*Exception): )/;
const tracebackLink = /^(?:During handling of the above exception|The above exception was the direct cause)/;

/**
 * What was printed, as lines without colours and without what progress bars wrote over. A line is one of standard error when
 * something of it is. Where the service does not tell, the errors of Python are still told by their form.
 */
export function outputLines(pieces: readonly OutputPiece[]): readonly OutputLine[] {
  const lines = streamLines(pieces);
  let inside = false;
  return lines.map(({ raw, stderr }) => {
    const text = overwritten(raw.replace(/\r$/, '').replace(escapes, '')).replace(invisible, '');
    const starts = tracebackStart.test(text);
    if (starts && /^\s*Traceback/.test(text)) inside = true;
    const error = starts || inside || tracebackLink.test(text);
    // The message that ends a traceback stands at the margin again.
    if (inside && /^\S/.test(text) && !/^\s*Traceback/.test(text)) inside = false;
    return { text, error, stderr };
  });
}

/** The lines of all pieces in a row; a line may be made of several pieces, and a line's end alone says nothing. */
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

/** Places where a text is found, whatever its case: the numbers of the lines, each as often as it is there. */
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

/** A line cut where the searched text begins and ends. */
export function cutAt(text: string, search: string): readonly { readonly text: string; readonly found: boolean }[] {
  const wanted = search.toLowerCase();
  const lower = text.toLowerCase();
  // Where lower case is longer or shorter the places would not fit.
  if (wanted === '' || lower.length !== text.length) return [{ text, found: false }];
  const pieces: { text: string; found: boolean }[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), found: false });
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), found: true });
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), found: false });
  return pieces;
}
