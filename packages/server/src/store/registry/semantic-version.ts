import type { SemVer } from 'semver';
// The two functions alone: the whole module would add the range grammar to the service's bundle.
import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

/**
 * Parses a semantic version such as `1.2.3` or `1.2.3-rc.1`; null for anything else. Unlike semver alone it accepts
 * no prefix and no surrounding space, since clients find a version by its exact text.
 */
export function parseVersion(text: string): SemVer | null {
  const parsed = parse(text);
  return parsed !== null && text === exactText(parsed) ? parsed : null;
}

function exactText({ version, build }: SemVer): string {
  return build.length === 0 ? version : `${version}+${build.join('.')}`;
}

/** Compares versions for sorting. A pre-release sorts before its release; texts that are not versions sort first. */
export function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left !== null && right !== null) return compareBuild(left, right);
  if (left !== right) return left === null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
