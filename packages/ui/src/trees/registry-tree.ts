import type { ModelVersion } from '@tracklens/core/contract';
import { uncached } from '../source/uncached.ts';
import { newestFirst } from '../source/version-order.ts';
import { sizeText } from '../text/size-text.ts';
import { utcText } from '../text/time-text.ts';
import { counted, english, type Translate } from '../text/translate.ts';
import { LazyTree } from './lazy-tree.ts';
import type { TreeContext } from './tree-definition.ts';
import type { TreeNode, TreeNodeOf, TreeSource } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';
import { foundInWorkspaces, workspaceNodes } from './workspace-nodes.ts';

/** Creates the tree of workspaces, their registered models and the models' versions, newest first. */
export function registryTree({ api, t = english }: TreeContext): TreeSource {
  uncached(api);
  const read = async (node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> => {
    if (node === null) return workspaceNodes(api, signal);
    if (node.kind === 'workspace') {
      const names = await api.getRegistryModelNames(node.workspace, { signal });
      return names.map((name) => modelNode(node, name));
    }
    if (node.kind !== 'model') return [];
    const { versions } = await api.getRegistryModelDetails(node.target.workspace, node.target.modelName, { signal });
    return [...versions].sort(newestFirst).map((version) => versionNode(node, version, t));
  };
  return new LazyTree({
    t,
    find: (filter, signal) => foundInWorkspaces(filter, (node) => read(node, signal)),
    read,
    empty(node) {
      if (node?.kind === 'model') return t('No version.');
      return t('No registered model. Register one with experiment.register_model(…).');
    },
  });
}

function modelNode(parent: TreeNodeOf<'workspace'>, modelName: string): TreeNode {
  const { workspace } = parent;
  return {
    id: treeNodeId(parent, modelName),
    kind: 'model',
    label: modelName,
    tooltip: `${workspace} / ${modelName}`,
    target: { kind: 'model', workspace, modelName },
    expandable: true,
  };
}

function versionNode(parent: TreeNodeOf<'model'>, version: ModelVersion, t: Translate): TreeNode {
  const tags = [...new Set([...(version.tags ?? []), ...version.stages])];
  const size = sizeText(version.assets.reduce((sum, { fileSize }) => sum + fileSize, 0));
  const maker = version.experimentModel?.experimentKey;
  return {
    id: treeNodeId(parent, version.version),
    kind: 'version',
    label: version.version,
    description: [...tags, ...(version.assets.length > 0 ? [size] : [])].join(' · '),
    ...(version.status && version.status !== 'None' ? { badge: version.status } : {}),
    tooltip: [
      `${parent.label} ${version.version}`,
      ...(version.status ? [t('Status: %1', version.status)] : []),
      ...(tags.length > 0 ? [t('Tags: %1', tags.join(', '))] : []),
      ...(version.assets.length > 0
        ? [t('Size: %1 in %2', size, counted(t, version.assets.length, '%1 file', '%1 files'))]
        : []),
      ...(version.createdAt > 0 ? [t('Registered: %1', utcText(version.createdAt))] : []),
      ...(version.comment ? [version.comment] : []),
    ].join('\n'),
    target: { ...parent.target, version: version.version },
    ...(maker ? { source: maker } : {}),
    expandable: false,
  };
}
