import { diffArrays } from 'diff';

/** Line of a diff with its line number on each side, counted from 1; `null` on a side that does not have it. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Texts with more edits than this are shown as one replaced by the other. */
const maxEdits = 2000;

/** Time limit of one comparison; texts that take longer are shown as one replaced by the other. */
const maxMillis = 1000;

/**
 * Computes the shortest edit script between two texts, line by line. A common prefix and suffix are removed first:
 * they stay common when the search stops at one of its limits.
 */
export function lineDiff(before: string, after: string, limit = maxEdits): readonly DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const changedBefore = a.slice(head, a.length - tail);
  const changedAfter = b.slice(head, b.length - tail);
  const changes = diffArrays(changedBefore, changedAfter, { maxEditLength: limit, timeout: maxMillis }) ?? [
    { removed: true, added: false, value: changedBefore },
    { removed: false, added: true, value: changedAfter },
  ];
  const out: DiffLine[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  const append = (kind: DiffLine['kind'], lines: readonly string[]) => {
    for (const text of lines) {
      out.push({
        kind,
        text,
        before: kind === 'added' ? null : beforeLine++,
        after: kind === 'removed' ? null : afterLine++,
      });
    }
  };
  append('same', a.slice(0, head));
  for (const { removed, added, value } of changes) append(removed ? 'removed' : added ? 'added' : 'same', value);
  append('same', a.slice(a.length - tail));
  return out;
}

/** A trailing line break does not start another line. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Returns the changed lines with surrounding context; `null` marks omitted equal lines. */
export function withContext(lines: readonly DiffLine[], around = 3): readonly (DiffLine | null)[] {
  const out: (DiffLine | null)[] = [];
  const near = new Uint8Array(lines.length);
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'same') near.fill(1, Math.max(0, index - around), index + around + 1);
  }
  for (const [index, line] of lines.entries()) {
    if (near[index] === 1) out.push(line);
    else if (out.at(-1) !== null) out.push(null);
  }
  return out;
}
