import type { Target } from '@tracklens/core/display';
import { useEffect, useState } from 'react';
import { useEvent } from '../../components/use-event.ts';
import type { NamedView } from '../../source/named-view.ts';
import { useView } from '../../view/view-context.ts';
import { isUntouched } from './named-views.ts';
import type { NamedViews, ViewNotice } from './named-views-state.ts';
import { noMemory, type ProjectMemory } from './project-memory.ts';

/** Views of a project and their storage. */
export interface Known {
  readonly storedBy: NamedViews['storedBy'];
  readonly views: readonly NamedView[];
}

const noViews: Known = { storedBy: 'nobody', views: [] };

/**
 * Applies the arrangement that a project is opened with, once its views and memory are known: the view that the target
 * names, the default view, the view that was shown last, or the arrangement that the user left. A query has no views.
 * It changes nothing if the user has arranged the project already.
 * @returns whether the initial arrangement has been determined
 */
export function useInitialView(
  target: Extract<Target, { kind: 'project' | 'query' }>,
  known: Known | undefined,
  memory: ProjectMemory | undefined,
  onNotice: (notice: ViewNotice | null) => void,
): boolean {
  const { store } = useView();
  const requested = target.kind === 'project' ? target.viewId : undefined;
  const [settled, setSettled] = useState(
    () =>
      (target.kind === 'query' && memory === noMemory) ||
      store.state.view !== undefined ||
      (requested === undefined && !isUntouched(store.state)),
  );
  // One event for state and notice: a render in between would draw the project without its view.
  const settle = useEvent(({ storedBy, views }: Known, { view: lastId, arrangement: own }: ProjectMemory) => {
    setSettled(true);
    if (!isUntouched(store.state)) return;
    const view =
      views.find(({ id, isDefault }) => (requested === undefined ? isDefault : id === requested)) ??
      (requested === undefined ? views.find((one) => one.id === lastId && one.state !== null) : undefined);
    if (view?.state) {
      const { state: arrangement, id } = view;
      onNotice(null);
      store.setState((before) => ({ ...before, ...arrangement, view: id }));
    } else if (view) onNotice({ kind: 'newer', name: view.name });
    else if (requested !== undefined) {
      onNotice(storedBy === 'nobody' ? { kind: 'unread' } : { kind: 'absent', name: requested });
    } else if (!isUntouched(own)) store.setState((before) => ({ ...before, ...own }));
  });
  const views = target.kind === 'query' ? noViews : known;
  useEffect(() => {
    if (!settled && views !== undefined && memory !== undefined) settle(views, memory);
  }, [settled, views, memory, settle]);
  return settled;
}
