import type { Host, Snapshot, ThemeKind, ViewState } from '@tracklens/core/display';
import { createContext, useContext } from 'react';
import type { HoverBus } from '../charts/index.ts';
import type { ViewLayout } from '../mount-view.tsx';
import type { LiveSource } from '../source/live-source.ts';
import type { SavedOnly } from '../source/saved-only.ts';
import type { SavedSource } from '../source/view-source.ts';
import type { Translate } from '../text/translate.ts';

/** What every part of a view may need; one value a view. */
export interface ViewContextValue {
  readonly host: Host;
  /** The connection, null without one. */
  readonly live: LiveSource | null;
  /** The saved copy, null where the payload has none. */
  readonly saved: SavedSource | null;
  /** Why only the saved copy is shown; null with a connection, and where it is just missing. */
  readonly savedOnly: SavedOnly | null;
  readonly snapshot: Snapshot | null;
  readonly state: ViewState;
  setState(change: (state: ViewState) => ViewState): void;
  readonly t: Translate;
  readonly theme: ThemeKind;
  readonly layout: ViewLayout;
  /** The target's page on the service. */
  readonly url: string | null;
  readonly pollMillis: number;
  /** Whether the view is on screen. */
  readonly visible: boolean;
  readonly hover: HoverBus;
}

/** Set by `View`; the parts read it with `useView`. */
export const ViewContext = createContext<ViewContextValue | null>(null);

/** The view that a part is in. */
export function useView(): ViewContextValue {
  const value = useContext(ViewContext);
  if (value === null) throw new Error('useView: used outside a View');
  return value;
}
