import type { Target } from '@tracklens/core/display';
import { useEffect, useState } from 'react';
import { useEvent } from '../../components/use-event.ts';
import type { NamedView } from '../../source/named-view.ts';
import { useView } from '../../view/view-context.ts';
import { isUntouched } from './named-views.ts';
import type { NamedViews, ViewNotice } from './named-views-state.ts';

/** Views of a project and their storage. */
export interface Known {
  readonly place: NamedViews['place'];
  readonly views: readonly NamedView[];
}

/**
 * Applies the view that a project is opened with, once its views are known: the one that the target names, or the
 * default view. It changes nothing if the user has arranged the project already.
 * @returns whether the initial arrangement has been determined
 */
export function useInitialView(
  target: Extract<Target, { kind: 'project' | 'query' }>,
  known: Known | undefined,
  onNotice: (notice: ViewNotice | null) => void,
): boolean {
  const { state, setState } = useView();
  const requested = target.kind === 'project' ? target.viewId : undefined;
  const [settled, setSettled] = useState(
    target.kind === 'query' || state.view !== undefined || (requested === undefined && !isUntouched(state)),
  );
  // One event for state and notice: a render in between would draw the project without its view.
  const settle = useEvent(({ place, views }: Known) => {
    setSettled(true);
    if (!isUntouched(state)) return;
    const view = views.find(({ id, isDefault }) => (requested === undefined ? isDefault : id === requested));
    if (view?.state) {
      const { state: arrangement, id } = view;
      onNotice(null);
      setState((before) => ({ ...before, ...arrangement, view: id }));
    } else if (view) onNotice({ kind: 'newer', name: view.name });
    else if (requested !== undefined) {
      onNotice(place === 'nobody' ? { kind: 'unread' } : { kind: 'absent', name: requested });
    }
  });
  useEffect(() => {
    if (!settled && known !== undefined) settle(known);
  }, [settled, known, settle]);
  return settled;
}
