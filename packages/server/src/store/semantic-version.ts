/** Semantic version: three numbers and the suffix after them (`-rc.1`, `+build`). */
export interface SemanticVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly rest: string;
}

/** Parses `1.2.3` or `1.2.3-rc.1`; null for anything else. */
export function parseVersion(text: string): SemanticVersion | null {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})([-+][0-9A-Za-z.+-]{1,100})?$/.exec(text);
  if (match === null) return null;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]), rest: match[4] ?? '' };
}

/** Compares versions for sorting. A pre-release sorts before its release; texts that are not versions sort first. */
export function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left === null || right === null) return left === right ? (a < b ? -1 : a > b ? 1 : 0) : left === null ? -1 : 1;
  const numbers = left.major - right.major || left.minor - right.minor || left.patch - right.patch;
  if (numbers !== 0) return numbers;
  const isPre = (version: SemanticVersion) => version.rest.startsWith('-');
  if (isPre(left) !== isPre(right)) return isPre(left) ? -1 : 1;
  return left.rest.localeCompare(right.rest, 'en', { numeric: true });
}
