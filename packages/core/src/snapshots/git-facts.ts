import type { GitMetadata } from '../contract/records/index.ts';

/** Returns the English name and the value of each known detail of git, in the order of their display. */
export function gitFacts({ parent, branch, origin, root, user }: GitMetadata): readonly (readonly [string, string])[] {
  const facts = [
    [/* message */ 'Commit', parent],
    [/* message */ 'Branch', branch?.replace(/^refs\/heads\//, '')],
    [/* message */ 'Origin', origin],
    [/* message */ 'Root', root],
    [/* message */ 'User', user],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
