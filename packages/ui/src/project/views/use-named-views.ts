import { sameArrangement, type Target } from '@tracklens/core/display';
import { useEffect, useMemo, useState } from 'react';
import { useRead } from '../../live/use-read.ts';
import { useView } from '../../viewer/view-context.ts';
import { arrangementOf, findViews, hostKeeping, isUntouched, type NamedView } from './named-views.ts';

/** Reason why the requested view is not shown. */
export type ViewNotice =
  | { readonly kind: 'absent' | 'newer'; readonly name: string }
  | { readonly kind: 'unread' | 'removed' };

/**
 * Named views of a project and the operations on them. Operations reject with errors that `failureOf` understands.
 */
export interface NamedViews {
  /** Project or query that the views belong to. */
  readonly target: Extract<Target, { kind: 'project' | 'query' }>;
  /** Whether views can be changed here; a notebook output has read-only access to the service. */
  readonly writable: boolean;
  /** Whether the initial arrangement of the project has been determined. */
  readonly ready: boolean;
  /** Storage of the views; `nobody` without a connection. */
  readonly place: 'service' | 'host' | 'nobody';
  readonly views: readonly NamedView[];
  /** View that the current state is based on. */
  readonly current: NamedView | null;
  /** Whether the current state differs from its view, or from the default state if there is none. */
  readonly edited: boolean;
  readonly notice: ViewNotice | null;
  dismiss(): void;
  /** Reads the views again, since other users save views too. */
  refresh(): void;
  /** Applies a view; `null` resets to the default state. */
  apply(view: NamedView | null): void;
  /** Saves the current state into the current view. */
  save(): Promise<void>;
  saveAs(name: string): Promise<void>;
  rename(view: NamedView, name: string): Promise<void>;
  setDefault(view: NamedView, isDefault: boolean): Promise<void>;
  remove(view: NamedView): Promise<void>;
}

/** Views of a project and their storage. */
interface Known {
  readonly place: NamedViews['place'];
  readonly views: readonly NamedView[];
}

const nobody: Known = { place: 'nobody', views: [] };

/**
 * Returns the named views of a project. A view named by the target is applied once, before anything is drawn. Without
 * one, the project's default view is applied if the user has not arranged anything yet. A state that names its view
 * is left unchanged.
 */
export function useNamedViews(target: Extract<Target, { kind: 'project' | 'query' }>): NamedViews {
  const { live, host, state, setState } = useView();
  const { workspace, projectName } = target;
  const wanted = target.kind === 'project' ? target.viewId : undefined;
  const own = useMemo(() => hostKeeping(host), [host]);
  const project = useMemo(() => ({ workspace, projectName }), [workspace, projectName]);
  const read = useRead<Known>(`views ${JSON.stringify(project)}`, (source, signal) =>
    live === null || source.takenAtMillis !== null
      ? Promise.resolve(nobody)
      : findViews(live.views, own, project, signal),
  );
  const known = live === null || read.origin === 'live' ? read.data : undefined;
  const { place, views } = known ?? nobody;
  const [settled, setSettled] = useState(
    target.kind === 'query' || state.view !== undefined || (wanted === undefined && !isUntouched(state)),
  );
  const [notice, setNotice] = useState<ViewNotice | null>(null);

  useEffect(() => {
    if (settled || known === undefined) return;
    setSettled(true);
    if (!isUntouched(state)) return;
    const view =
      wanted === undefined
        ? known.views.find(({ isDefault }) => isDefault)
        : known.views.find(({ id }) => id === wanted);
    if (view?.state) {
      const { state: arrangement, id } = view;
      setNotice(null);
      setState((before) => ({ ...before, ...arrangement, view: id }));
    } else if (view) setNotice({ kind: 'newer', name: view.name });
    else if (wanted !== undefined)
      setNotice(known.place === 'nobody' ? { kind: 'unread' } : { kind: 'absent', name: wanted });
  }, [settled, known, wanted, state, setState]);

  const failed = read.failure !== null && known === undefined;
  useEffect(() => {
    if (failed && !settled && wanted !== undefined) setNotice({ kind: 'unread' });
  }, [failed, settled, wanted]);

  const current = views.find(({ id }) => id === state.view) ?? null;
  /** Id of a view that was saved here and is not in the list yet. */
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (current !== null) setMade(null);
  }, [current]);
  const absent = state.view !== undefined && state.view !== made && current === null;
  const lost = known !== undefined && known.place !== 'nobody' && absent;
  useEffect(() => {
    if (lost && settled) setNotice({ kind: 'removed' });
  }, [lost, settled]);

  const keeping = place === 'service' ? live!.views : own;
  const arrangement = arrangementOf(state);
  const take = (id: string | undefined) => setState(({ view: _, ...rest }) => (id ? { ...rest, view: id } : rest));
  const done = () => {
    setNotice(null);
    read.reload();
  };
  return {
    target,
    writable: place === 'host' || (place === 'service' && host.readOnly !== true),
    ready: settled || failed,
    place,
    views,
    current,
    edited: current === null ? !isUntouched(state) : !sameArrangement(arrangement, current.state ?? { version: 1 }),
    notice,
    dismiss: () => setNotice(null),
    refresh: read.reload,
    apply(view) {
      if (view !== null && view.state === null) return setNotice({ kind: 'newer', name: view.name });
      setNotice(null);
      setState(({ tab, tabs }) => ({
        version: 1,
        ...(tab === undefined ? {} : { tab }),
        ...(tabs === undefined ? {} : { tabs }),
        ...view?.state,
        ...(view === null ? {} : { view: view.id }),
      }));
    },
    async save() {
      if (current === null) return;
      await keeping.save(project, { id: current.id, state: arrangement });
      done();
    },
    async saveAs(name) {
      const { id } = await keeping.save(project, { name, state: arrangement });
      setMade(id);
      take(id);
      done();
    },
    async rename(view, name) {
      await keeping.save(project, { id: view.id, name });
      done();
    },
    async setDefault(view, isDefault) {
      await keeping.save(project, { id: view.id, isDefault });
      done();
    },
    async remove(view) {
      await keeping.remove(project, view.id);
      if (view.id === state.view) take(undefined);
      done();
    },
  };
}
