import { randomId } from '@tracklens/core/client';
import { type Host, initialViewState, sameArrangement, type ViewState } from '@tracklens/core/display';
import { browserStorage } from '../../source/browser-storage.ts';
import { type FailureKind, failure, failureOf } from '../../source/failure.ts';
import {
  type NamedView,
  type NamedViewChange,
  namedView,
  type ViewedProject,
  type ViewStorage,
} from '../../source/named-view.ts';
import { changeInOrder } from '../../source/stored-list.ts';
import { naturalOrder } from '../../text/text-order.ts';

/**
 * Returns the state stored in a named view: the arrangement, without the current view's id and an experiment's tabs.
 */
export function arrangementOf({ view: _, tab: __, tabs: ___, ...arrangement }: ViewState): ViewState {
  return arrangement;
}

/** Returns whether the user has not arranged anything yet. */
export function isUntouched(state: ViewState): boolean {
  return sameArrangement(arrangementOf(state), initialViewState);
}

/** Failures of a service that does not support stored views, as opposed to one that is unreachable. */
const unsupportedKinds: ReadonlySet<FailureKind> = new Set(['not-found', 'forbidden', 'invalid', 'malformed']);

/**
 * Reads the views of a project and reports their storage: the service, or this host if the service does not support
 * views.
 */
export async function findViews(
  service: ViewStorage,
  own: ViewStorage,
  project: ViewedProject,
  signal: AbortSignal,
): Promise<{ readonly storedBy: 'service' | 'host'; readonly views: readonly NamedView[] }> {
  try {
    return { storedBy: 'service', views: await service.list(project, signal) };
  } catch (error) {
    if (!unsupportedKinds.has(failureOf(error).kind)) throw error;
    return { storedBy: 'host', views: await own.list(project, signal) };
  }
}

const viewFailure = (message: string, remedy: string) => failure('invalid', message, remedy);

/** Stores views with the host, for one user on one machine. */
export function hostViewStorage({ storage = browserStorage }: Pick<Host, 'storage'>): ViewStorage {
  const nameOf = ({ workspace, projectName }: ViewedProject) =>
    `tracklens.views ${JSON.stringify([workspace, projectName])}`;
  type StoredView = { id: string; name: string; state: unknown; isDefault: boolean };
  const read = async (project: ViewedProject): Promise<readonly StoredView[]> => {
    // Read errors propagate: treating them as empty storage would let the next save overwrite the stored views.
    const text = await storage.read(nameOf(project));
    try {
      const kept: unknown = JSON.parse(text ?? '[]');
      return Array.isArray(kept)
        ? kept.filter((one) => typeof one?.id === 'string' && typeof one?.name === 'string')
        : [];
    } catch {
      return [];
    }
  };
  const viewOf = ({ id, name, state, isDefault }: StoredView) =>
    namedView({ viewId: id, viewName: name, state, isDefault: isDefault === true });
  const write = async (project: ViewedProject, views: readonly StoredView[]) => {
    try {
      await storage.write(nameOf(project), views.length === 0 ? null : JSON.stringify(views));
    } catch {
      throw viewFailure('The view could not be stored.', 'Allow this page to store data, or free some space.');
    }
  };
  const save = async (project: ViewedProject, { id, name, state, isDefault }: NamedViewChange) => {
    const views = await read(project);
    const before = views.find((one) => one.id === id);
    if (id !== undefined && before === undefined)
      throw viewFailure('The view no longer exists.', 'Save it under a new name.');
    const next: StoredView = {
      id: before?.id ?? randomId(),
      name: name?.trim() ?? before?.name ?? '',
      state: state ?? before?.state ?? initialViewState,
      isDefault: isDefault ?? before?.isDefault ?? false,
    };
    const others = views.filter((one) => one.id !== next.id);
    if (next.name === '') throw viewFailure('A view needs a name.', 'Type one.');
    if (others.some((one) => one.name === next.name))
      throw viewFailure(`The project already has a view named ${next.name}.`, 'Choose another name.');
    await write(project, [...others.map((one) => (next.isDefault ? { ...one, isDefault: false } : one)), next]);
    return viewOf(next);
  };
  const remove = async (project: ViewedProject, id: string) =>
    write(
      project,
      (await read(project)).filter((one) => one.id !== id),
    );
  return {
    list: async (project) => (await read(project)).map(viewOf).sort((a, b) => naturalOrder(a.name, b.name)),
    save: (project, change) => changeInOrder(storage, () => save(project, change)),
    remove: (project, id) => changeInOrder(storage, () => remove(project, id)),
  };
}
