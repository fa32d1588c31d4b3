import type { ExperimentMetadata } from '@tracklens/core/contract';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import { durationText, utcText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';
import { type ExperimentOrder, inOrder, type OrderedExperiment, orderText } from './experiment-order.ts';
import type { TreeNode, TreeNodeOf } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

/** Experiments of a node with their order. */
export interface OrderedExperiments {
  readonly experiments: readonly OrderedExperiment[];
  readonly order: ExperimentOrder;
}

/** Returns the nodes of experiments in their order. A row shows the value that it is sorted by. */
export function experimentNodes(
  parent: TreeNode | null,
  { experiments, order }: OrderedExperiments,
  t: Translate,
): TreeNode[] {
  return inOrder(experiments, order).map((experiment) =>
    experimentNode(parent, experiment.metadata, t, orderText(order, experiment)),
  );
}

/** Returns the node of an experiment. `value` is shown in its row. */
export function experimentNode(
  parent: Pick<TreeNode, 'id'> | null,
  metadata: ExperimentMetadata,
  t: Translate,
  value = '',
): TreeNodeOf<'experiment'> {
  const state = experimentState(metadata);
  const duration = durationText(metadata.durationMillis);
  return {
    id: treeNodeId(parent, metadata.experimentKey),
    kind: 'experiment',
    workspace: metadata.workspaceName,
    projectName: metadata.projectName,
    label: experimentLabel(metadata),
    description: [value, state === 'finished' ? '' : t(state), duration].filter(Boolean).join(' · '),
    tooltip: [
      experimentLabel(metadata),
      t('State: %1', t(state)),
      ...(metadata.startTimeMillis > 0 ? [t('Started: %1', utcText(metadata.startTimeMillis))] : []),
      ...(duration ? [t('Duration: %1', duration)] : []),
      ...(metadata.fileName ? [t('Script: %1', metadata.fileName)] : []),
      t('Key: %1', metadata.experimentKey),
    ].join('\n'),
    target: { kind: 'experiment', experimentKey: metadata.experimentKey },
    expandable: true,
    state,
  };
}

/** Moves the starred experiments to the top and marks them. */
export function starredFirst(nodes: readonly TreeNode[], starred: ReadonlySet<string>): readonly TreeNode[] {
  if (starred.size === 0) return nodes;
  const isStarred = (node: TreeNode) => node.kind === 'experiment' && starred.has(node.target.experimentKey);
  const marked = nodes.filter(isStarred).map((node) => ({ ...node, starred: true }));
  return [...marked, ...nodes.filter((node) => !isStarred(node))];
}
