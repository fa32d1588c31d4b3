import type { Artifact } from '../../source/content-source.ts';

/** Version of an artifact together with its artifact. */
export interface LoggedVersion {
  readonly artifact: Artifact;
  readonly version: Artifact['versions'][number];
}

/**
 * Returns the key of the experiment that created a version, in any form that services use; null when it is not given.
 */
export function makerOf({ createdFrom }: Pick<Artifact['versions'][number], 'createdFrom'>): string | null {
  if (typeof createdFrom === 'string') return createdFrom || null;
  if (typeof createdFrom !== 'object' || createdFrom === null) return null;
  const { experimentKey, experimentId } = createdFrom as Readonly<Record<string, unknown>>;
  const key = experimentKey ?? experimentId;
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Returns the versions that an experiment created, the newest of each artifact first, sorted by artifact name. */
export function loggedVersions(artifacts: readonly Artifact[], experimentKey: string): readonly LoggedVersion[] {
  return artifacts
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }))
    .flatMap((artifact) =>
      artifact.versions
        .filter((version) => makerOf(version) === experimentKey)
        .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
        .map((version) => ({ artifact, version })),
    );
}
