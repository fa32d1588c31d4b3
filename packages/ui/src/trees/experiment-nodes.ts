import type { ExperimentMetadata } from '@tracklens/core/contract';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import { durationText, utcText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';
import { type TreeNode, treeNodeId } from './tree-node.ts';

/** Returns the nodes of experiments, newest first. */
export function experimentNodes(
  parent: TreeNode | null,
  records: readonly ExperimentMetadata[],
  t: Translate,
): TreeNode[] {
  const newestFirst = [...records].sort((a, b) => b.startTimeMillis - a.startTimeMillis);
  return newestFirst.map((metadata) => {
    const state = experimentState(metadata);
    const duration = durationText(metadata.durationMillis);
    return {
      id: treeNodeId(parent, metadata.experimentKey),
      kind: 'experiment',
      label: experimentLabel(metadata),
      description: state === 'finished' ? duration : [t(state), duration].filter(Boolean).join(' · '),
      tooltip: [
        experimentLabel(metadata),
        t('State: %1', t(state)),
        ...(metadata.startTimeMillis > 0 ? [t('Started: %1', utcText(metadata.startTimeMillis))] : []),
        ...(duration ? [t('Duration: %1', duration)] : []),
        ...(metadata.fileName ? [t('Script: %1', metadata.fileName)] : []),
        t('Key: %1', metadata.experimentKey),
      ].join('\n'),
      target: { kind: 'experiment', experimentKey: metadata.experimentKey },
      expandable: false,
      state,
    };
  });
}

/** Moves the starred experiments to the top and marks them. */
export function starredFirst(nodes: readonly TreeNode[], starred: ReadonlySet<string>): readonly TreeNode[] {
  if (starred.size === 0) return nodes;
  const isStarred = ({ target }: TreeNode) => target?.kind === 'experiment' && starred.has(target.experimentKey);
  const marked = nodes.filter(isStarred).map((node) => ({ ...node, starred: true }));
  return [...marked, ...nodes.filter((node) => !isStarred(node))];
}
