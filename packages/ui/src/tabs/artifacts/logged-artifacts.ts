import { creatorOf } from '../../source/artifact-creator.ts';
import type { ArtifactDetails, ArtifactInput } from '../../source/content-source.ts';
import { newestFirst } from '../../source/version-order.ts';
import { naturalOrderIgnoringCase } from '../../text/text-order.ts';

/** Version of an artifact together with its artifact. */
export interface VersionOfArtifact {
  readonly artifact: ArtifactDetails;
  readonly version: ArtifactDetails['versions'][number];
}

/** Returns the chosen versions, the newest of each artifact first, sorted by artifact name. */
function sortedVersions(
  artifacts: readonly ArtifactDetails[],
  isChosen: (version: VersionOfArtifact['version']) => boolean,
): readonly VersionOfArtifact[] {
  return artifacts
    .toSorted((a, b) => naturalOrderIgnoringCase(a.name, b.name))
    .flatMap((artifact) =>
      artifact.versions
        .filter(isChosen)
        .toSorted(newestFirst)
        .map((version) => ({ artifact, version })),
    );
}

/** Returns the versions that an experiment created. */
export function loggedVersions(
  artifacts: readonly ArtifactDetails[],
  experimentKey: string,
): readonly VersionOfArtifact[] {
  return sortedVersions(artifacts, (version) => creatorOf(version) === experimentKey);
}

/** Returns the versions that an experiment used. */
export function usedVersions(
  artifacts: readonly ArtifactDetails[],
  inputs: readonly Pick<ArtifactInput, 'artifactVersionId'>[],
): readonly VersionOfArtifact[] {
  const ids = new Set(inputs.map(({ artifactVersionId }) => artifactVersionId));
  return sortedVersions(artifacts, ({ artifactVersionId }) => ids.has(artifactVersionId));
}

/** Returns the number of versions that an experiment used and that are not shown. A service may list one twice. */
export function unreadableInputs(
  used: readonly VersionOfArtifact[],
  inputs: readonly Pick<ArtifactInput, 'artifactVersionId'>[],
): number {
  return new Set(inputs.map(({ artifactVersionId }) => artifactVersionId)).size - used.length;
}
