/** The name that a mistaken one most likely meant, or null where none is near: at most a third of its letters are other. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const changes = changesBetween(wanted, name.toLowerCase());
    if (changes < least) [nearest, least] = [name, changes];
  }
  return nearest;
}

/** The letters to put in, to leave out or to change that lead from one text to the other (Levenshtein's distance). */
function changesBetween(from: string, to: string): number {
  // A name of hundreds of letters is none of ours.
  if (Math.abs(from.length - to.length) > 20) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = row[j - 1]! + Number(from[i - 1] !== to[j - 1]);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
