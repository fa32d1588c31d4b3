import type { ArtifactDetails } from './content-source.ts';

/**
 * Returns the key of the experiment that created a version, in any form that services use; null when it is not given.
 */
export function creatorOf({ createdFrom }: Pick<ArtifactDetails['versions'][number], 'createdFrom'>): string | null {
  if (typeof createdFrom === 'string') return createdFrom || null;
  if (typeof createdFrom !== 'object' || createdFrom === null) return null;
  const { experimentKey, experimentId } = createdFrom as Readonly<Record<string, unknown>>;
  const key = experimentKey ?? experimentId;
  return typeof key === 'string' && key !== '' ? key : null;
}
