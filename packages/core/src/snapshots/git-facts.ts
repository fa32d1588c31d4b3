import type { GitMetadata } from '../contract/records.ts';

/** Returns the English name and the value of each known detail of git, in the order of their display. */
export function gitFacts({ parent, branch, origin, root, user }: GitMetadata): readonly (readonly [string, string])[] {
  const facts = [
    ['Commit', parent],
    ['Branch', branch?.replace(/^refs\/heads\//, '')],
    ['Origin', origin],
    ['Root', root],
    ['User', user],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
