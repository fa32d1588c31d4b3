import { naturalOrder } from '../text/text-order.ts';

/** Compares semantic versions for sorting: 1.9.0, then 1.10.0-beta, then 1.10.0. */
export function compareVersions(a: string, b: string): number {
  const [releaseA, suffixA] = versionParts(a);
  const [releaseB, suffixB] = versionParts(b);
  const byRelease = naturalOrder(releaseA, releaseB);
  if (byRelease !== 0 || suffixA === suffixB) return byRelease;
  if (suffixA === '' || suffixB === '') return suffixA === '' ? 1 : -1;
  return naturalOrder(suffixA, suffixB);
}

function versionParts(version: string): readonly [release: string, suffix: string] {
  const dash = version.indexOf('-');
  return dash === -1 ? [version, ''] : [version.slice(0, dash), version.slice(dash + 1)];
}

/** Compares records by their semantic version, newest first. */
export function newestFirst(a: { readonly version: string }, b: { readonly version: string }): number {
  return compareVersions(b.version, a.version);
}
