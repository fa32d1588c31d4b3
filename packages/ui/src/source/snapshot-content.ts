import { fromBase64, type Snapshot } from '@tracklens/core/display';
import type { ContentSource } from './content-source.ts';

type SavedContent = Omit<ContentSource, 'others'>;

/** Reads the content of a tab from a snapshot. `lacks` reports what the snapshot does not hold. */
export function snapshotContent(
  { content = { tab: 'charts' } }: Snapshot,
  lacks: (what: string) => never,
): SavedContent {
  const bytes = (text: string | undefined, what: string) => {
    const found = text === undefined ? null : fromBase64(text);
    return found ?? lacks(what);
  };
  return {
    // The files of another tab are not known.
    assets: async (_key, _signal, tab) => (tab === content.tab ? content.assets : undefined) ?? lacks('the files'),
    curves: async () => (content.tab === 'charts' ? content.assets : undefined) ?? lacks('the curves'),
    asset: async (_key, assetId) => {
      const { files = {} } = content;
      return bytes(Object.hasOwn(files, assetId) ? files[assetId] : undefined, 'this file');
    },
    code: async () => content.code ?? lacks('the code'),
    // Copies that older versions saved have no graph.
    modelGraph: async () => content.modelGraph ?? (content.code === undefined ? lacks('the model graph') : ''),
    git: async () => content.git ?? lacks('the git details'),
    gitPatch: async () => {
      const { gitPatch, code } = content;
      // A patch that is too large is stated where the content says what it leaves out.
      return gitPatch === null || (gitPatch === undefined && code !== undefined)
        ? null
        : bytes(gitPatch, 'the git patch');
    },
    system: async () => content.system ?? lacks('the system details'),
    output: async () => content.output ?? lacks('the output'),
    html: async () => content.html ?? lacks('the HTML'),
    projectNotes: async () => content.projectNotes ?? lacks('the notes'),
    artifacts: async () =>
      content.artifacts?.map((artifact) => ({ ...artifact, versionsCount: artifact.versions.length })) ??
      lacks('the artifacts'),
    artifactInputs: async () => {
      const used = new Set(content.artifactInputs);
      return (content.artifacts ?? []).flatMap(({ artifactId, versions }) =>
        versions
          .filter(({ artifactVersionId }) => used.has(artifactVersionId))
          .map(({ artifactVersionId }) => ({ artifactId, artifactVersionId })),
      );
    },
    artifact: async (artifactId) =>
      content.artifacts?.find((artifact) => artifact.artifactId === artifactId) ?? lacks('this artifact'),
    artifactFiles: async (artifactId, version) => {
      const name = `${artifactId} ${version}`;
      const { artifactFiles = {} } = content;
      return (Object.hasOwn(artifactFiles, name) ? artifactFiles[name] : undefined) ?? lacks('the files of artifacts');
    },
  };
}
