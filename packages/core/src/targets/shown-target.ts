import type { Target } from './target.ts';
import type { ViewState } from './view-state.ts';

/**
 * Returns the target after navigation within its view: another tab of the experiment or another named view of the
 * project. Returns the same object when nothing changed.
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
