import type { Target } from './target.ts';
import type { ViewState } from './view-state.ts';

/**
 * The target that names what a person went on to in its view, another tab of the experiment or another named view of the project; the
 * very same target where they stayed.
 */
export function shownTarget(target: Target, state: ViewState): Target {
  const { tab, view } = state;
  if (target.kind === 'experiment') {
    return tab === undefined || tab === (target.tab ?? 'charts') ? target : { ...target, tab };
  }
  if (target.kind !== 'project' || view === target.viewId) return target;
  const { viewId: _, ...project } = target;
  return view === undefined ? project : { ...project, viewId: view };
}
