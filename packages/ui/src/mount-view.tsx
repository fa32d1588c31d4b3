import type { API } from '@tracklens/core/browser';
import type { Host, Target, ThemeKind, ViewPayload, ViewState } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import type { SavedOnly } from './source/saved-only.ts';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';
import { seenTheme } from './theme/theme-kind.ts';
import { View } from './viewer/View.tsx';

/** A cell grows with its content up to a limit; a panel and a page fill the height they are given. */
export type ViewLayout = 'cell' | 'panel';

/** What a view is given. */
export interface ViewOptions {
  /** What to show: a payload as it was read by `readViewPayload`, or a target alone. */
  readonly payload?: ViewPayload | undefined;
  readonly target?: Target | undefined;
  /** Where the person was; the payload's own state where it is left out. */
  readonly state?: ViewState | undefined;
  /** The connection; its cache is turned off. `null` draws the payload's snapshot and says its date. */
  readonly api: API | null;
  /** Why `api` is null, where that is more than a missing connection: said above the saved copy. */
  readonly savedOnly?: SavedOnly | null | undefined;
  readonly host: Host;
  /** `panel` unless told. */
  readonly layout?: ViewLayout | undefined;
  /** The page on the service where the payload has no `url`. */
  readonly url?: string | undefined;
  /** Called after each change a person made, with the whole state. */
  readonly onStateChange?: ((state: ViewState) => void) | undefined;
  /** Translates the views' sentences. */
  readonly strings?: Translate | undefined;
  /** How often a running experiment is read while it is seen; 5000 unless told. */
  readonly pollMillis?: number | undefined;
}

/** A view on the page. */
export interface MountedView {
  /** Shows another payload or target in the same place; the same target keeps what the person chose. */
  update(next: Partial<Pick<ViewOptions, 'payload' | 'target' | 'api' | 'savedOnly' | 'state' | 'url'>>): void;
  /** Redraws in other colours, for a host whose `theme.subscribe` does not fire. */
  setTheme(kind: ThemeKind): void;
  getState(): ViewState;
  /** Stops all requests and empties the element. May be called twice. */
  dispose(): void;
}

/** Draws an experiment, a project, a model or a query into an element. Never throws for what the payload holds. */
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
        // A state from outside replaces the person's; a number tells the view that one came.
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
