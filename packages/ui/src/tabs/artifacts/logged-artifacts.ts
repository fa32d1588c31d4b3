import { makerOf } from '../../source/artifact-maker.ts';
import type { Artifact } from '../../source/content-source.ts';

/** Version of an artifact together with its artifact. */
export interface LoggedVersion {
  readonly artifact: Artifact;
  readonly version: Artifact['versions'][number];
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
