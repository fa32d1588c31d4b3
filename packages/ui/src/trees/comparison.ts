import { initialViewState, type ProjectTarget, type ViewState } from '@tracklens/core/display';
import type { TreeNode } from './tree-node.ts';

/** View of a project that compares experiments. */
export interface Comparison {
  readonly target: ProjectTarget;
  readonly state: ViewState;
}

/** Returns the view that compares the experiments among rows, or the reason why there is none. */
export function comparison(nodes: readonly TreeNode[]): Comparison | 'too few' | 'several projects' {
  const experiments = nodes.filter((node) => node.kind === 'experiment');
  const selection = [...new Set(experiments.map(({ target }) => target.experimentKey))];
  if (selection.length < 2) return 'too few';
  const { workspace, projectName } = experiments[0]!;
  if (experiments.some((one) => one.workspace !== workspace || one.projectName !== projectName)) {
    return 'several projects';
  }
  return {
    target: { kind: 'project', workspace, projectName },
    state: { ...initialViewState, selection, project: { part: 'compare' } },
  };
}
