/**
 * Returns up to `count` candidates similar to a word, best first: those within an edit distance of a third of the
 * letters, then those that contain the word.
 */
export function nearest(word: string, candidates: Iterable<string>, count: number): string[] {
  const wanted = word.toLowerCase();
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const lower = candidate.toLowerCase();
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, lower.length) / 3));
    // Names that only contain the word come after misspellings.
    const part = wanted.length >= 3 && lower.includes(wanted);
    const distance = editDistance(wanted, lower, allowed);
    if (distance <= allowed) scored.push({ candidate, distance });
    else if (part) scored.push({ candidate, distance: allowed + 1 });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, count).map(({ candidate }) => candidate);
}

/** Levenshtein distance in which a transposition of neighbors counts once. Stops once it exceeds `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
