/** Replacement of a part of a query text. */
export interface TextEdit {
  /** Offset at which the replaced text starts. */
  readonly start: number;
  /** Offset at which the replaced text ends. */
  readonly end: number;
  /** Text that replaces it. */
  readonly insert: string;
}

/** Applies edits that do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, insert }) => changed.slice(0, start) + insert + changed.slice(end), text);
}

/** Returns the smallest edit that turns a text into another. */
export function editBetween(from: string, to: string): TextEdit {
  const limit = Math.min(from.length, to.length);
  let start = 0;
  while (start < limit && from[start] === to[start]) start += 1;
  let same = 0;
  while (same < limit - start && from.at(-1 - same) === to.at(-1 - same)) same += 1;
  return { start, end: from.length - same, insert: to.slice(start, to.length - same) };
}
