import type { Target } from '@tracklens/core/display';
import type { NamedView } from '../../source/named-view.ts';

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
  readonly storedBy: 'service' | 'host' | 'nobody';
  readonly views: readonly NamedView[];
  /** View that the current state is based on. */
  readonly current: NamedView | null;
  /**
   * Whether the current state differs from its view. Without one: whether it contains something that the host does not
   * remember as the user's own arrangement.
   */
  readonly edited: boolean;
  readonly notice: ViewNotice | null;
  dismiss(): void;
  /** Reads the views again, since other users save views too. */
  refresh(): void;
  /** Applies a view; `null` returns to the user's own arrangement. */
  apply(view: NamedView | null): void;
  /** Returns to the default state and deletes the user's own arrangement. */
  reset(): void;
  /** Saves the current state into the current view. */
  save(): Promise<void>;
  saveAs(name: string): Promise<void>;
  rename(view: NamedView, name: string): Promise<void>;
  setDefault(view: NamedView, isDefault: boolean): Promise<void>;
  remove(view: NamedView): Promise<void>;
}

/** Reason why the requested view is not shown. */
export type ViewNotice =
  | { readonly kind: 'absent' | 'newer'; readonly name: string }
  | { readonly kind: 'unread' | 'removed' };
