import { sameArrangement, type Target } from '@tracklens/core/display';
import { useEffect, useMemo, useState } from 'react';
import { useRead } from '../../live/use-read.ts';
import { useView } from '../../viewer/view-context.ts';
import { arrangementOf, findViews, hostKeeping, isUntouched, type NamedView } from './named-views.ts';

/** Why the view that was asked for is not what is shown. */
export type ViewNotice =
  | { readonly kind: 'absent' | 'newer'; readonly name: string }
  | { readonly kind: 'unread' | 'removed' };

/** The named views of a project, and what a person does with them. Operations reject with what `failureOf` understands. */
export interface NamedViews {
  /** Whose views they are. */
  readonly target: Extract<Target, { kind: 'project' | 'query' }>;
  /** Whether they can be changed here; what a notebook's output shows only reads the service. */
  readonly writable: boolean;
  /** Whether it is known in which arrangement the project opens. */
  readonly ready: boolean;
  /** Who keeps the views; nobody without a connection. */
  readonly place: 'service' | 'host' | 'nobody';
  readonly views: readonly NamedView[];
  /** The view that what is shown came from. */
  readonly current: NamedView | null;
  /** Whether what is shown is other than the view, or than nothing chosen at all. */
  readonly edited: boolean;
  readonly notice: ViewNotice | null;
  dismiss(): void;
  /** Reads them anew: others save views too. */
  refresh(): void;
  /** Arranges the project as a view says; null: as if nothing had been chosen. */
  apply(view: NamedView | null): void;
  /** Writes what is shown into the view that it came from. */
  save(): Promise<void>;
  saveAs(name: string): Promise<void>;
  rename(view: NamedView, name: string): Promise<void>;
  setDefault(view: NamedView, isDefault: boolean): Promise<void>;
  remove(view: NamedView): Promise<void>;
}

/** The views of a project and who keeps them. */
interface Known {
  readonly place: NamedViews['place'];
  readonly views: readonly NamedView[];
}

const nobody: Known = { place: 'nobody', views: [] };

/**
 * The named views of a project. One that the target names is applied once, before anything is drawn; without one the project's
 * default is, where a person has arranged nothing yet. A state that says which view it came from is left as it is.
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
  /** The view that was saved here and that the list does not have yet. */
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
