import type { ArtifactFile, ArtifactListEntry, ArtifactVersion } from '@tracklens/core/contract';
import { creatorOf } from '../source/artifact-creator.ts';
import { uncached } from '../source/uncached.ts';
import { newestFirst } from '../source/version-order.ts';
import { countText } from '../text/number-text.ts';
import { fileSizeText, sizeText } from '../text/size-text.ts';
import { utcText } from '../text/time-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { lazyTree } from './lazy-tree.ts';
import type { TreeContext } from './tree-definition.ts';
import { type TreeNode, type TreeSource, treeNodeId } from './tree-node.ts';
import { foundInWorkspaces, workspaceNodes } from './workspace-nodes.ts';

/**
 * Creates the tree of workspaces, their artifacts, the artifacts' versions (newest first) and the versions' files.
 */
export function artifactsTree({ api, t = english }: TreeContext): TreeSource {
  uncached(api);
  const read = async (node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> => {
    const [workspace, artifactId, version] = node === null ? [] : (JSON.parse(node.id) as string[]);
    if (workspace === undefined) return workspaceNodes(api, signal);
    if (artifactId === undefined) {
      const { artifacts } = await api.getArtifactList(workspace, { signal });
      return artifacts.map((artifact) => artifactNode(node, workspace, artifact, t));
    }
    const artifact = await api.getArtifactDetails({ artifactId, signal });
    if (version === undefined) {
      const versions = [...artifact.versions].sort(newestFirst);
      return versions.map((one) => versionNode(node, artifact.name, one, t));
    }
    const { files } = await api.getArtifactFiles({ artifactId, version, signal });
    const id = artifact.versions.find((one) => one.version === version)?.artifactVersionId ?? '';
    return files.map((file) => fileNode(node, file, file.artifactVersionId || id, t));
  };
  return lazyTree({
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

function artifactNode(parent: TreeNode | null, workspace: string, artifact: ArtifactListEntry, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, artifact.artifactId),
    kind: 'artifact',
    label: artifact.name,
    badge: countText(artifact.versionsCount),
    description: [artifact.type, sizeText(artifact.sizeInBytes)].filter(Boolean).join(' · '),
    tooltip: [
      `${workspace} / ${artifact.name}`,
      ...(artifact.description ? [artifact.description] : []),
      ...(artifact.tags.length > 0 ? [t('Tags: %1', artifact.tags.join(', '))] : []),
    ].join('\n'),
    expandable: true,
  };
}

function versionNode(parent: TreeNode | null, name: string, version: ArtifactVersion, t: Translate): TreeNode {
  const maker = creatorOf(version);
  return {
    id: treeNodeId(parent, version.version),
    kind: 'artifact-version',
    label: version.version,
    description: [...version.tags, sizeText(version.sizeInBytes)].join(' · '),
    ...(version.alias.length > 0 ? { badge: version.alias.join(', ') } : {}),
    tooltip: [
      `${name} ${version.version}`,
      ...(version.alias.length > 0 ? [t('Aliases: %1', version.alias.join(', '))] : []),
      ...(version.tags.length > 0 ? [t('Tags: %1', version.tags.join(', '))] : []),
      t('Size: %1', sizeText(version.sizeInBytes)),
      ...(version.added > 0 ? [t('Added: %1', utcText(version.added))] : []),
    ].join('\n'),
    ...(maker ? { source: maker } : {}),
    expandable: true,
  };
}

function fileNode(parent: TreeNode | null, file: ArtifactFile, artifactVersionId: string, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, file.assetId),
    kind: 'file',
    label: file.fileName,
    description: fileSizeText(file, t),
    expandable: false,
    file: { assetId: file.assetId, artifactVersionId, sizeBytes: file.fileSize },
  };
}
