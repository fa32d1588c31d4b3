import { type API, type SnapshotOptions, takeSnapshot } from '@tracklens/core/browser';
import {
  type Host,
  initialViewState,
  type Snapshot,
  type Target,
  type ThemeKind,
  type ViewPayload,
  type ViewState,
} from '@tracklens/core/display';
import { mountRoot } from './mount-root.tsx';
import type { OfflineReason } from './source/offline-reason.ts';
import { recordedConnection, recordedReads } from './source/recorded-reads.ts';
import type { Translate } from './text/translate.ts';
import type { ViewLayout } from './view/view-layout.ts';
import { ViewStateStore } from './view/view-state-store.ts';
import { View } from './viewer/View.tsx';
import { onViewReady } from './viewer/view-ready.ts';

/** Options of a view. */
export interface ViewOptions {
  /** What to show: a payload read by `readViewPayload`, or a target alone. */
  readonly payload?: ViewPayload | undefined;
  readonly target?: Target | undefined;
  /** State to restore. Default: the payload's own state. */
  readonly state?: ViewState | undefined;
  /**
   * Connection to the service; its cache is turned off. With `null`, the payload's snapshot is shown with its date.
   */
  readonly api: API | null;
  /**
   * Reason why `api` is `null` or has lost its service, if it is more than a missing connection; shown above the saved
   * copy or what was read before.
   */
  readonly offlineReason?: OfflineReason | null | undefined;
  readonly host: Host;
  /** Default: `panel`. */
  readonly layout?: ViewLayout | undefined;
  /** Page on the service, used if the payload has no `url`. */
  readonly url?: string | undefined;
  /** Called after each change by the user, with the whole state. */
  readonly onStateChange?: ((state: ViewState) => void) | undefined;
  /**
   * Called when the service has data that differ from those read before, or from the payload's snapshot: a copy of the
   * view is outdated.
   */
  readonly onDataChange?: (() => void) | undefined;
  /** Called when the user has changed the height of a view in a cell; with `undefined` for that of its content. */
  readonly onHeightChange?: ((height: number | undefined) => void) | undefined;
  /** Called once, when the view is drawn for the first time. It replaces saved images then. */
  readonly onReady?: (() => void) | undefined;
  /** Translates the texts of the views. */
  readonly strings?: Translate | undefined;
  /** Poll interval of a running experiment while it is visible, in milliseconds. Default: 5000. */
  readonly pollMillis?: number | undefined;
}

/** View on a page. */
export interface MountedView {
  /** Shows another payload or target; the view state is retained if the target is the same. */
  update(next: Partial<Pick<ViewOptions, 'payload' | 'target' | 'api' | 'offlineReason' | 'state' | 'url'>>): void;
  /** Redraws with another theme, for a host whose `theme.subscribe` does not notify. */
  setTheme(kind: ThemeKind): void;
  getState(): ViewState;
  /**
   * Takes a snapshot of what the view shows, from what it has read. What is missing, or older than `maxAgeMillis` and
   * may have changed, is requested. `null` without a connection or a target.
   */
  takeSnapshot(
    options: { readonly maxAgeMillis: number } & Pick<SnapshotOptions, 'reduceImage'>,
  ): Promise<Snapshot | null>;
  /** Aborts all requests and empties the element. May be called twice. */
  dispose(): void;
}

/** Renders an experiment, a project, a model or a query into an element. Never throws for invalid payload content. */
export function mountView(element: HTMLElement, options: ViewOptions): MountedView {
  let current = options;
  const initialState = options.state ?? options.payload?.state ?? initialViewState;
  const store = new ViewStateStore(initialState, (state) => current.onStateChange?.(state));

  const connected = (api: API | null) => api && recordedConnection(api, () => current.onDataChange?.());
  const compareWithSaved = () => {
    if (current.payload?.snapshot) connection?.records.compareWith(current.payload.snapshot);
  };
  let connection = connected(options.api);
  compareWithSaved();
  const shownTarget = () => current.target ?? current.payload?.target ?? null;

  const root = mountRoot(element, options, (theme) => (
    <View
      payload={current.payload ?? null}
      target={shownTarget()}
      live={connection?.source ?? null}
      offlineReason={current.offlineReason ?? null}
      host={current.host}
      layout={current.layout ?? 'panel'}
      url={current.payload?.url ?? current.url ?? null}
      store={store}
      onHeight={current.onHeightChange}
      theme={theme}
      pollMillis={current.pollMillis}
    />
  ));
  const stopWaiting = options.onReady && onViewReady(element, options.onReady);
  root.draw();

  return {
    update(next) {
      if (next.api !== undefined && next.api !== current.api) connection = connected(next.api);
      current = { ...current, ...next };
      compareWithSaved();
      if (next.state !== undefined) store.replace(next.state);
      root.draw();
    },
    setTheme: (kind) => root.setTheme(kind),
    getState: () => store.state,
    async takeSnapshot({ maxAgeMillis, reduceImage }) {
      const target = shownTarget();
      if (connection === null || target === null) return null;
      const reads = recordedReads(connection, maxAgeMillis, current.payload?.snapshot);
      return await takeSnapshot(reads, target, { state: store.state, reduceImage });
    },
    dispose() {
      stopWaiting?.();
      root.dispose();
    },
  };
}
