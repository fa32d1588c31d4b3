import type { Artifact } from '../../source/content-source.ts';

/** A version of an artifact with the artifact it is of. */
export interface LoggedVersion {
  readonly artifact: Artifact;
  readonly version: Artifact['versions'][number];
}

/** The key of the experiment that made a version, in the forms services give it; null where they do not say. */
export function makerOf({ createdFrom }: Pick<Artifact['versions'][number], 'createdFrom'>): string | null {
  if (typeof createdFrom === 'string') return createdFrom || null;
  if (typeof createdFrom !== 'object' || createdFrom === null) return null;
  const { experimentKey, experimentId } = createdFrom as Readonly<Record<string, unknown>>;
  const key = experimentKey ?? experimentId;
  return typeof key === 'string' && key !== '' ? key : null;
}

/** The versions that an experiment made, the newest of each artifact first, artifacts by name. */
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
