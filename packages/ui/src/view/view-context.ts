import type { Host, Snapshot, ThemeKind, ViewState } from '@tracklens/core/display';
import { createContext, useContext } from 'react';
import type { HoverBus } from '../charts/index.ts';
import type { LiveSource } from '../source/live-source.ts';
import type { SavedOnly } from '../source/saved-only.ts';
import type { SavedSource } from '../source/view-source.ts';
import type { ViewLayout } from './view-layout.ts';

/** Values shared by all components of a view; one object per view. */
export interface ViewContextValue {
  readonly host: Host;
  /** Connection; `null` without one. */
  readonly live: LiveSource | null;
  /** Saved copy; `null` if the payload has none. */
  readonly saved: SavedSource | null;
  /** Reason why only the saved copy is shown; `null` with a connection, or if it is just missing. */
  readonly savedOnly: SavedOnly | null;
  readonly snapshot: Snapshot | null;
  readonly state: ViewState;
  setState(change: (state: ViewState) => ViewState): void;
  readonly theme: ThemeKind;
  readonly layout: ViewLayout;
  /** Page of the target on the service. */
  readonly url: string | null;
  readonly pollMillis: number;
  /** Whether the view is visible on screen. */
  readonly visible: boolean;
  readonly hover: HoverBus;
  /** Number of times that the user has refreshed the view. Each change reloads what is shown. */
  readonly refreshes: number;
  refresh(): void;
}

/** Provided by `View`; components read it with `useView`. */
export const ViewContext = createContext<ViewContextValue | null>(null);

/** Returns the context of the enclosing view. */
export function useView(): ViewContextValue {
  const value = useContext(ViewContext);
  if (value === null) throw new Error('useView: used outside a View');
  return value;
}
