import { isNewerViewState, readViewState, type ViewState } from '@tracklens/core/display';

/** Named arrangement of a project. */
export interface NamedView {
  readonly id: string;
  readonly name: string;
  /** `null` if a newer version of this software saved it. */
  readonly state: ViewState | null;
  /** Whether the project opens with this view by default. */
  readonly isDefault: boolean;
  /** User name of the creator; empty if nobody else can see the view. */
  readonly owner: string;
}

/** Change of a view; without an id, a new view is created. */
export interface NamedViewChange {
  readonly id?: string;
  readonly name?: string;
  readonly state?: ViewState;
  readonly isDefault?: boolean;
}

/** Project that views belong to. */
export interface ViewedProject {
  readonly workspace: string;
  readonly projectName: string;
}

/** Storage of named views. */
export interface ViewStorage {
  list(project: ViewedProject, signal: AbortSignal): Promise<readonly NamedView[]>;
  save(project: ViewedProject, change: NamedViewChange): Promise<NamedView>;
  remove(project: ViewedProject, id: string): Promise<void>;
}

/** Validates a stored view, which is untrusted. */
export function namedView(record: {
  readonly viewId: string;
  readonly viewName: string;
  readonly state: unknown;
  readonly isDefault?: boolean | null | undefined;
  readonly ownerUserName?: string | null | undefined;
}): NamedView {
  return {
    id: record.viewId,
    name: record.viewName,
    state: isNewerViewState(record.state) ? null : readViewState(record.state),
    isDefault: record.isDefault ?? false,
    owner: record.ownerUserName ?? '',
  };
}
