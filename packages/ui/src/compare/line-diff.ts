/** Line of a diff with its line number on each side, counted from 1; `null` on a side that does not have it. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Texts with more edits than this are shown as one replaced by the other. */
const maxEdits = 2000;

/**
 * Computes the shortest edit script between two texts, line by line (Myers, "An O(ND) Difference Algorithm", 1986).
 * It walks the edit graph diagonal by diagonal and stores the end points of each round for the traceback. A common
 * prefix and suffix are removed first. The search stops at `limit` edits.
 */
export function lineDiff(before: string, after: string, limit = maxEdits): readonly DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const out: DiffLine[] = [];
  const same = (from: number, count: number, shift: number) => {
    for (let at = from; at < from + count; at++)
      out.push({ kind: 'same', text: a[at]!, before: at + 1, after: at + 1 + shift });
  };
  same(0, head, 0);
  for (const [kind, at] of edits(a.slice(head, a.length - tail), b.slice(head, b.length - tail), limit)) {
    if (kind === 'removed') out.push({ kind, text: a[head + at[0]]!, before: head + at[0] + 1, after: null });
    else if (kind === 'added') out.push({ kind, text: b[head + at[1]]!, before: null, after: head + at[1] + 1 });
    else out.push({ kind, text: a[head + at[0]]!, before: head + at[0] + 1, after: head + at[1] + 1 });
  }
  same(a.length - tail, tail, b.length - a.length);
  return out;
}

/** A trailing line break does not start another line. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

type Edit = readonly [kind: DiffLine['kind'], at: readonly [before: number, after: number]];

function edits(a: readonly string[], b: readonly string[], limit: number): readonly Edit[] {
  const rounds: Int32Array[] = [];
  const most = Math.min(a.length + b.length, limit);
  const middle = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  for (let d = 0; d <= most; d++) {
    rounds.push(furthest.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[middle + k - 1]! < furthest[middle + k + 1]!);
      let x = down ? furthest[middle + k + 1]! : furthest[middle + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return wayBack(rounds, a.length, b.length);
    }
  }
  return [...a.map((_, at): Edit => ['removed', [at, 0]]), ...b.map((_, at): Edit => ['added', [0, at]])];
}

/** Traces the path back from its end: each round is one edit, preceded by equal lines. */
function wayBack(rounds: readonly Int32Array[], aLength: number, bLength: number): readonly Edit[] {
  const out: Edit[] = [];
  let x = aLength;
  let y = bLength;
  for (let d = rounds.length - 1; d >= 0; d--) {
    const round = rounds[d]!;
    const end = (k: number) => round[k + d + 1]!;
    const k = x - y;
    const down = k === -d || (k !== d && end(k - 1) < end(k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : end(fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) out.push(['same', [--x, --y]]);
    if (d === 0) break;
    if (down) out.push(['added', [x, --y]]);
    else out.push(['removed', [--x, y]]);
  }
  return out.reverse();
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
