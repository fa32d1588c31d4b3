import type { API } from '@tracklens/core/browser';
import type { Host, Target, ThemeKind, ViewPayload, ViewState } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import type { SavedOnly } from './source/saved-only.ts';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';
import { seenTheme } from './theme/theme-kind.ts';
import type { ViewLayout } from './view/view-layout.ts';
import { View } from './viewer/View.tsx';

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
  /** Reason why `api` is `null`, if it is more than a missing connection; shown above the saved copy. */
  readonly savedOnly?: SavedOnly | null | undefined;
  readonly host: Host;
  /** Default: `panel`. */
  readonly layout?: ViewLayout | undefined;
  /** Page on the service, used if the payload has no `url`. */
  readonly url?: string | undefined;
  /** Called after each change by the user, with the whole state. */
  readonly onStateChange?: ((state: ViewState) => void) | undefined;
  /** Translates the texts of the views. */
  readonly strings?: Translate | undefined;
  /** Poll interval of a running experiment while it is visible, in milliseconds. Default: 5000. */
  readonly pollMillis?: number | undefined;
}

/** View on a page. */
export interface MountedView {
  /** Shows another payload or target; the view state is retained if the target is the same. */
  update(next: Partial<Pick<ViewOptions, 'payload' | 'target' | 'api' | 'savedOnly' | 'state' | 'url'>>): void;
  /** Redraws with another theme, for a host whose `theme.subscribe` does not notify. */
  setTheme(kind: ThemeKind): void;
  getState(): ViewState;
  /** Aborts all requests and empties the element. May be called twice. */
  dispose(): void;
}

/** Renders an experiment, a project, a model or a query into an element. Never throws for invalid payload content. */
export function mountView(element: HTMLElement, options: ViewOptions): MountedView {
  const root = createRoot(element);
  writeIn(options.host.locale);
  const t = withNumbers(options.strings ?? english);
  let current = options;
  let state: ViewState = options.state ?? options.payload?.state ?? { version: 1 };
  let theme: ThemeKind = options.host.theme.kind;
  let given = 0;
  let disposed = false;

  const draw = () => {
    if (disposed) return;
    root.render(
      <View
        payload={current.payload ?? null}
        target={current.target ?? current.payload?.target ?? null}
        api={current.api}
        savedOnly={current.api === null ? (current.savedOnly ?? null) : null}
        host={current.host}
        layout={current.layout ?? 'panel'}
        url={current.payload?.url ?? current.url ?? null}
        // A state passed to `update` replaces the user's; the counter notifies the view of it.
        initialState={state}
        stateGiven={given}
        onState={(next) => {
          state = next;
          current.onStateChange?.(next);
        }}
        t={t}
        theme={seenTheme(theme)}
        pollMillis={current.pollMillis ?? 5000}
      />,
    );
  };
  const unsubscribe = options.host.theme.subscribe((kind) => {
    theme = kind;
    draw();
  });
  const forced = ['(forced-colors: active)', '(prefers-color-scheme: dark)'].map((query) => window.matchMedia(query));
  for (const query of forced) query.addEventListener('change', draw);
  draw();

  return {
    update(next) {
      current = { ...current, ...next };
      if (next.state !== undefined) {
        state = next.state;
        given++;
      }
      draw();
    },
    setTheme(kind) {
      theme = kind;
      draw();
    },
    getState: () => state,
    dispose() {
      if (disposed) return;
      disposed = true;
      unsubscribe();
      for (const query of forced) query.removeEventListener('change', draw);
      root.unmount();
    },
  };
}
