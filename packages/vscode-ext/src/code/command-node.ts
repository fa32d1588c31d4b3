import type { Target } from '@tracklens/core/display';
import { experimentNode, type TreeNode } from '@tracklens/ui/trees';
import { translate } from '../translate.ts';
import { idBelow } from '../trees/connection-nodes.ts';
import type { FoundExperiment } from './experiment-lookup.ts';

/** Returns the row of an experiment as the argument of a command, like a row of a tree of several connections. */
export function commandNode({ service, metadata }: FoundExperiment): TreeNode {
  const { label, target } = experimentNode(null, metadata, translate);
  return rowOf(target!, service.profile.id, label, [metadata.workspaceName, metadata.projectName]);
}

/** Returns the row of a target as the argument of a command. */
export function targetNode(target: Target, connection: string): TreeNode {
  if (target.kind === 'experiment') return rowOf(target, connection, target.experimentKey, ['', '']);
  const label = target.kind === 'model' ? target.modelName : target.projectName;
  return rowOf(target, connection, label, [target.workspace]);
}

function rowOf(target: Target, connection: string, label: string, parents: readonly string[]): TreeNode {
  const kind = target.kind === 'query' ? 'search' : target.kind;
  const own = target.kind === 'experiment' ? target.experimentKey : label;
  const id = idBelow(connection, JSON.stringify([...parents, own]));
  return { id, kind, label, target, connection, expandable: false };
}
