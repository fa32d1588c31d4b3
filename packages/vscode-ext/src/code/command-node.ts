import type { Target } from '@tracklens/core/display';
import { experimentNode, type TreeNode, treeNodeId } from '@tracklens/ui/trees';
import { translate } from '../translate.ts';
import { nodeBelow } from '../trees/connection-nodes.ts';
import type { FoundExperiment } from './experiment-lookup.ts';

/** What the commands that open a target read of a row. */
export type TargetRow = Pick<TreeNode, 'id' | 'label' | 'target' | 'connection'>;

/** Returns the row of an experiment as the argument of a command, like a row of a tree of several connections. */
export function commandNode({ service, metadata }: FoundExperiment): TreeNode {
  const project = { id: treeNodeId(null, metadata.workspaceName, metadata.projectName) };
  return nodeBelow(service.profile.id, experimentNode(project, metadata, translate));
}

/** Returns the row of a target as the argument of a command. */
export function targetNode(target: Target, connection: string): TargetRow {
  const label = targetLabel(target);
  return nodeBelow(connection, { id: treeNodeId(null, label), label, target });
}

function targetLabel(target: Target): string {
  if (target.kind === 'experiment') return target.experimentKey;
  return target.kind === 'model' ? target.modelName : target.projectName;
}
