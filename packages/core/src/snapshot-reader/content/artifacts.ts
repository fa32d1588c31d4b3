import { mapConcurrent } from '../../client/map-concurrent.ts';
import type { ArtifactDetails, ArtifactFile } from '../../contract/index.ts';
import { artifactInputs } from '../../experiment/artifact-inputs.ts';
import { Allowance } from '../../snapshots/content-budget.ts';
import { partText } from '../../snapshots/left-out.ts';
import { ifReadable } from '../if-readable.ts';
import { contentBytes } from './budget.ts';
import type { Content, ContentSource } from './content-source.ts';

/** Reads the artifacts that the experiment logged or used, with their files. */
export async function readArtifacts(source: ContentSource): Promise<Content> {
  const { account, experiment, experimentKey, workspaceName, options } = source;
  const { artifacts: ofWorkspace } = await account.getArtifactList(workspaceName, options);
  const inputs = await artifactInputs(experiment, options);
  // An experiment may use artifacts of other workspaces.
  const ids = new Set([...ofWorkspace, ...inputs].map(({ artifactId }) => artifactId));
  const read = await mapConcurrent([...ids], (artifactId) =>
    ifReadable(account.getArtifactDetails({ artifactId, ...options })),
  );
  const used = new Set(inputs.map(({ artifactVersionId }) => artifactVersionId));
  const made = (version: ArtifactDetails['versions'][number]) =>
    used.has(version.artifactVersionId) || JSON.stringify(version.createdFrom ?? '').includes(experimentKey);
  const logged = read
    .filter((artifact) => artifact !== null)
    .map((artifact) => ({ ...artifact, versions: artifact.versions.filter(made) }))
    .filter(({ versions }) => versions.length > 0);
  const allowance = new Allowance(contentBytes);
  const inputsOf = ({ versions }: ArtifactDetails) =>
    versions.map(({ artifactVersionId }) => artifactVersionId).filter((id) => used.has(id));
  const artifacts = logged.filter((artifact) => allowance.tryTake([artifact, inputsOf(artifact)]));
  const artifactFiles: Record<string, ArtifactFile[]> = {};
  for (const { artifactId, versions } of artifacts) {
    for (const { version } of versions.slice(0, 20)) {
      const listed = await ifReadable(account.getArtifactFiles({ artifactId, version, ...options }));
      if (listed === null) continue;
      const held = listed.files.map((file) => ({ ...file, link: null }));
      const name = `${artifactId} ${version}`;
      if (allowance.tryTake([name, held])) artifactFiles[name] = held;
    }
  }
  const versions = artifacts.reduce((sum, artifact) => sum + artifact.versions.length, 0);
  const omitted = [
    ...partText(artifacts.length, logged.length, 'artifacts'),
    ...partText(Object.keys(artifactFiles).length, versions, 'lists of files'),
  ];
  return {
    artifacts,
    artifactInputs: artifacts.flatMap(inputsOf),
    artifactFiles,
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}
