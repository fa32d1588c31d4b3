import type { ArtifactFile, ArtifactListEntry, ArtifactVersion } from '@tracklens/core/contract';
import { creatorOf } from '../source/artifact-creator.ts';
import { uncached } from '../source/uncached.ts';
import { newestFirst } from '../source/version-order.ts';
import { countText } from '../text/number-text.ts';
import { fileSizeText, sizeText } from '../text/size-text.ts';
import { utcText } from '../text/time-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { LazyTree } from './lazy-tree.ts';
import type { TreeContext } from './tree-definition.ts';
import type { TreeNode, TreeNodeOf, TreeSource } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';
import { foundInWorkspaces, workspaceNodes } from './workspace-nodes.ts';

/**
 * Creates the tree of workspaces, their artifacts, the artifacts' versions (newest first) and the versions' files.
 */
export function artifactsTree({ api, t = english }: TreeContext): TreeSource {
  uncached(api);
  const read = async (node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> => {
    if (node === null) return workspaceNodes(api, signal);
    if (node.kind === 'workspace') {
      const { artifacts } = await api.getArtifactList(node.workspace, { signal });
      return artifacts.map((artifact) => artifactNode(node, artifact, t));
    }
    if (node.kind !== 'artifact' && node.kind !== 'artifact-version') return [];
    const { artifactId } = node;
    const artifact = await api.getArtifactDetails({ artifactId, signal });
    if (node.kind === 'artifact') {
      const versions = [...artifact.versions].sort(newestFirst);
      return versions.map((one) => versionNode(node, artifact.name, one, t));
    }
    const { version } = node;
    const { files } = await api.getArtifactFiles({ artifactId, version, signal });
    const id = artifact.versions.find((one) => one.version === version)?.artifactVersionId ?? '';
    return files.map((file) => fileNode(node, file, file.artifactVersionId || id, t));
  };
  return new LazyTree({
    t,
    find: (filter, signal) => foundInWorkspaces(filter, (node) => read(node, signal)),
    read,
    empty(node) {
      if (node?.kind === 'artifact') return t('No version.');
      if (node?.kind === 'artifact-version') return t('No file.');
      return t('No artifact. Log one with experiment.log_artifact(…).');
    },
  });
}

function artifactNode(parent: TreeNodeOf<'workspace'>, artifact: ArtifactListEntry, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, artifact.artifactId),
    kind: 'artifact',
    artifactId: artifact.artifactId,
    label: artifact.name,
    badge: countText(artifact.versionsCount),
    description: [artifact.type, sizeText(artifact.sizeInBytes)].filter(Boolean).join(' · '),
    tooltip: [
      `${parent.workspace} / ${artifact.name}`,
      ...(artifact.description ? [artifact.description] : []),
      ...(artifact.tags.length > 0 ? [t('Tags: %1', artifact.tags.join(', '))] : []),
    ].join('\n'),
    expandable: true,
  };
}

function versionNode(
  parent: TreeNodeOf<'artifact'>,
  artifactName: string,
  version: ArtifactVersion,
  t: Translate,
): TreeNode {
  const maker = creatorOf(version);
  return {
    id: treeNodeId(parent, version.version),
    kind: 'artifact-version',
    artifactId: parent.artifactId,
    artifactName,
    version: version.version,
    label: version.version,
    description: [...version.tags, sizeText(version.sizeInBytes)].join(' · '),
    ...(version.alias.length > 0 ? { badge: version.alias.join(', ') } : {}),
    tooltip: [
      `${artifactName} ${version.version}`,
      ...(version.alias.length > 0 ? [t('Aliases: %1', version.alias.join(', '))] : []),
      ...(version.tags.length > 0 ? [t('Tags: %1', version.tags.join(', '))] : []),
      t('Size: %1', sizeText(version.sizeInBytes)),
      ...(version.added > 0 ? [t('Added: %1', utcText(version.added))] : []),
    ].join('\n'),
    ...(maker ? { source: maker } : {}),
    expandable: true,
  };
}

function fileNode(parent: TreeNode, file: ArtifactFile, artifactVersionId: string, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, file.assetId),
    kind: 'file',
    label: file.fileName,
    description: fileSizeText(file, t),
    expandable: false,
    file: {
      assetId: file.assetId,
      sizeBytes: file.fileSize,
      ...(file.remote && file.link !== null ? { link: file.link } : {}),
      owner: { artifactVersionId },
    },
  };
}
