import type { Host, Snapshot, Target, ThemeKind, ViewState } from '@tracklens/core/display';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { HoverBus } from '../charts/index.ts';
import type { LiveSource } from '../source/live-source.ts';
import type { OfflineReason } from '../source/offline-reason.ts';
import type { SavedSource } from '../source/view-source.ts';
import type { ViewLayout } from './view-layout.ts';
import type { ViewStateStore } from './view-state-store.ts';

/** What all components of a view share: its sources, its state and its looks. It changes rarely. */
export interface ViewContextValue {
  readonly host: Host;
  /** Connection; `null` without one. */
  readonly live: LiveSource | null;
  /** Saved copy; `null` if the payload has none. */
  readonly saved: SavedSource | null;
  /** Reason why only the saved copy is shown; `null` with a connection, or if it is just missing. */
  readonly offlineReason: OfflineReason | null;
  readonly snapshot: Snapshot | null;
  /** State of the view; components read it with `useViewState`. */
  readonly store: ViewStateStore;
  readonly theme: ThemeKind;
  readonly layout: ViewLayout;
  /** What the view shows; `null` if its payload names nothing valid. */
  readonly target: Target | null;
  /** Page of the target on the service. */
  readonly url: string | null;
  readonly pollMillis: number;
  readonly hover: HoverBus;
  /** Reloads what is shown. */
  refresh(): void;
}

/** What the reads of a view depend on. */
export interface ViewActivity {
  /** Whether the view is visible on screen. */
  readonly visible: boolean;
  /** Number of times that the user has refreshed the view. Each change reloads what is shown. */
  readonly refreshes: number;
}

/** Provided by `View`; components read it with `useView`. */
export const ViewContext = createContext<ViewContextValue | null>(null);

/** Provided by `View`; components read it with `useViewActivity`. */
export const ViewActivityContext = createContext<ViewActivity>({ visible: true, refreshes: 0 });

/** Returns the context of the enclosing view. */
export function useView(): ViewContextValue {
  const value = useContext(ViewContext);
  if (value === null) throw new Error('useView: used outside a View');
  return value;
}

/** Returns the activity of the enclosing view. */
export function useViewActivity(): ViewActivity {
  return useContext(ViewActivityContext);
}

/**
 * Returns a part of the state of the enclosing view. The component renders again only when this part is another one:
 * `select` must return the same value for the same state.
 */
export function useViewState<Part>(select: (state: ViewState) => Part): Part {
  const { store } = useView();
  return useSyncExternalStore(store.subscribe, () => select(store.state));
}
