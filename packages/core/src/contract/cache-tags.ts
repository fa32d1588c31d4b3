/*
 * Cache tags name the data of the service. A read declares the tags of what its response contains, a write the tags of
 * what it changes. A cached response becomes stale when a write of the same experiment has one of its tags.
 */

/** Tags of the data of an experiment. All of it becomes stale when the experiment is deleted. */
export const experimentTags = [
  'experiments',
  'tags',
  'others',
  'html',
  'output',
  'code',
  'graph',
  'git',
  'metrics',
  'parameters',
  'system-details',
  'assets',
] as const;

/** Tags of the other data of an account. */
type AccountTag =
  | 'service'
  | 'account'
  | 'workspaces'
  | 'projects'
  | 'project-notes'
  | 'project-views'
  | 'share-keys'
  | 'artifacts'
  | 'registry'
  | 'registry-notes'
  | 'registry-metadata'
  | 'registry-statuses';

/** Kind of data of the service that cached responses contain and writes change. */
export type CacheTag = (typeof experimentTags)[number] | AccountTag;
