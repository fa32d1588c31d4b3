import { readViewState, stateOfLink, type ViewState } from '@tracklens/core/display';
import { isWithin, type Route, routeOf } from './route.ts';

/** Current route and the cause of the last navigation. */
export interface Visit {
  /** Differs for each change of the address. */
  readonly id: number;
  readonly route: Route;
  /** View state when this history entry was last left. */
  readonly state: ViewState;
  /** `view` means that the view changed its own address and does not need to be updated. */
  readonly cause: 'load' | 'go' | 'history' | 'view';
}

/** Router over the page's address and history. */
export interface Router {
  readonly visit: Visit;
  /** Navigates to an address of this page; `replace` replaces the current history entry. */
  go(
    address: string,
    options?: { readonly replace?: boolean; readonly cause?: 'go' | 'view'; readonly state?: ViewState },
  ): void;
  /** Stores the view state in the current history entry, so that going back and reloading restore it. */
  keep(state: ViewState): void;
  subscribe(listener: () => void): () => void;
}

/** Delay that groups history changes: browsers reject more than a few hundred in half a minute. */
const keepMillis = 300;

const initial: ViewState = { version: 1 };
const stateOf = (kept: unknown): ViewState => readViewState((kept as { view?: unknown } | null)?.view);

/**
 * Returns the view state of the history entry or of a link. The state of a link is removed from the address once it
 * is read.
 */
function arrivedState(): ViewState {
  const linked = stateOfLink(location.hash);
  if (linked === null) return stateOf(history.state);
  history.replaceState({ view: linked }, '', location.pathname + location.search);
  return linked;
}

/** Creates a router over the window's history. Plain clicks on links within the page are handled without a reload. */
export function windowRouter(): Router {
  const listeners = new Set<() => void>();
  const routeHere = () => routeOf(new URL(location.href));
  let visit: Visit = { id: 0, route: routeHere(), state: arrivedState(), cause: 'load' };
  let waiting: ViewState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    if (waiting !== null) history.replaceState({ view: waiting }, '');
    waiting = null;
  };
  const arrive = (cause: Visit['cause'], state: ViewState) => {
    visit = { id: visit.id + 1, route: routeHere(), state, cause };
    for (const listener of [...listeners]) listener();
  };
  const go: Router['go'] = (address, { replace = false, cause = 'go', state = initial } = {}) => {
    write();
    if (replace) history.replaceState({ view: state }, '', address);
    else history.pushState({ view: state }, '', address);
    arrive(cause, location.hash === '' ? state : arrivedState());
  };

  addEventListener('popstate', (event) => {
    // The pending state belongs to the address that was just left.
    clearTimeout(timer);
    waiting = null;
    arrive('history', stateOf(event.state));
  });
  addEventListener('pagehide', write);
  addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin || link.hash !== '') return;
    if (link.hasAttribute('download') || !isWithin(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });

  return {
    get visit() {
      return visit;
    },
    go,
    keep(state) {
      waiting = state;
      clearTimeout(timer);
      timer = setTimeout(write, keepMillis);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
