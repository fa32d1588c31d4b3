import { initialViewState, sameArrangement, type Target, type ViewState } from '@tracklens/core/display';
import { useEffect, useMemo, useState } from 'react';
import { useKeyedState } from '../../components/use-keyed-state.ts';
import { useRead } from '../../live/use-read.ts';
import type { NamedView } from '../../source/named-view.ts';
import { useView, useViewState } from '../../view/view-context.ts';
import { arrangementOf, findViews, hostViewStorage } from './named-views.ts';
import type { NamedViews, ViewNotice } from './named-views-state.ts';
import { rememberedPart } from './project-memory.ts';
import { type Known, useInitialView } from './use-initial-view.ts';
import { useProjectMemory } from './use-project-memory.ts';
import { viewOperations } from './view-operations.ts';

const nobody: Known = { storedBy: 'nobody', views: [] };

/**
 * Returns the named views of a project. A view named by the target is applied once, before anything is drawn. Without
 * one, the project's default view is applied if the user has not arranged anything yet, or else what the user left when
 * the project was open last. A state that names its view is left unchanged.
 */
export function useNamedViews(target: Extract<Target, { kind: 'project' | 'query' }>): NamedViews {
  const { live, host, store } = useView();
  const { setState } = store;
  const viewId = useViewState((state) => state.view);
  const { workspace, projectName } = target;
  const requested = target.kind === 'project' ? target.viewId : undefined;
  const own = useMemo(() => hostViewStorage(host), [host]);
  const project = useMemo(() => ({ workspace, projectName }), [workspace, projectName]);
  const read = useRead<Known>(`views ${JSON.stringify(project)}`, (source, signal) =>
    live === null || source.takenAtMillis !== null
      ? Promise.resolve(nobody)
      : findViews(live.views, own, project, signal),
  );
  const known = live === null || read.origin === 'live' ? read.data : undefined;
  const { storedBy, views } = known ?? nobody;
  const [initialNotice, setInitialNotice] = useState<ViewNotice | null>(null);
  const memory = useProjectMemory(target);
  const { initial, observe } = memory;
  const settled = useInitialView(target, known, initial, setInitialNotice);
  const failed = read.failure !== null && known === undefined;
  const ready = settled || failed;
  useEffect(() => {
    if (ready && initial !== undefined) observe();
  }, [ready, initial, observe]);
  const current = views.find(({ id }) => id === viewId) ?? null;
  /** Id of a view that was saved here and is not in the list yet. */
  const [made, setMade] = useState<string | null>(null);
  if (made !== null && current?.id === made) setMade(null);
  const absent = viewId !== undefined && viewId !== made && current === null;
  const lost = known !== undefined && known.storedBy !== 'nobody' && absent;
  const problem = lost && settled ? 'removed' : failed && !settled && requested !== undefined ? 'unread' : null;
  const [dismissed, setDismissed] = useKeyedState(problem, false);

  const dismiss = () => {
    setInitialNotice(null);
    setDismissed(true);
  };
  const apply = (view: NamedView | null) => {
    if (view !== null && view.state === null) return setInitialNotice({ kind: 'newer', name: view.name });
    dismiss();
    const own = memory.latest().arrangement;
    setState((before) => (view === null ? { ...own, ...appliedView(before, null) } : appliedView(before, view)));
  };
  const edited = useViewState((state) => {
    // Without a named view, only what the host does not remember is unsaved.
    const unnamed = memory.isStored ? rememberedPart(state) : initialViewState;
    return !sameArrangement(arrangementOf(state), current === null ? unnamed : (current.state ?? initialViewState));
  });
  return {
    target,
    writable: storedBy === 'host' || (storedBy === 'service' && host.readOnly !== true),
    ready,
    storedBy,
    views,
    current,
    edited,
    notice: initialNotice ?? (problem !== null && !dismissed ? { kind: problem } : null),
    dismiss,
    refresh: read.reload,
    apply,
    reset() {
      dismiss();
      memory.forget();
      setState((before) => appliedView(before, null));
    },
    ...viewOperations({
      storage: storedBy === 'service' ? live!.views : own,
      project,
      arrangement: () => arrangementOf(store.state),
      current,
      onCurrent: (id) => setState(({ view: _, ...rest }) => (id === null ? rest : { ...rest, view: id })),
      onMade: setMade,
      onChanged() {
        dismiss();
        read.reload();
      },
    }),
  };
}

/** Returns a state to which a view has been applied; `null` resets to the default state. Tabs are retained. */
function appliedView({ tab, tabs }: ViewState, view: NamedView | null): ViewState {
  return {
    version: 1,
    ...(tab === undefined ? {} : { tab }),
    ...(tabs === undefined ? {} : { tabs }),
    ...view?.state,
    ...(view === null ? {} : { view: view.id }),
  };
}
