import { readViewState, stateOfLink, type ViewState } from '@tracklens/core/display';
import { type Route, routeOf } from './route.ts';

/** Where the page is, and how it came there. */
export interface Visit {
  /** Another one for each change of the address. */
  readonly id: number;
  readonly route: Route;
  /** What the person had chosen when the page was left. */
  readonly state: ViewState;
  /** `view`: what is shown changed its own address, and needs no telling. */
  readonly cause: 'load' | 'go' | 'history' | 'view';
}

/** The page's address and its history. */
export interface Router {
  readonly visit: Visit;
  /** Goes to an address of this page; `replace` takes the place of the one before in the history. */
  go(
    address: string,
    options?: { readonly replace?: boolean; readonly cause?: 'go' | 'view'; readonly state?: ViewState },
  ): void;
  /** Keeps what a person chose with the address they are at, so that going back and reloading restore it. */
  keep(state: ViewState): void;
  subscribe(listener: () => void): () => void;
}

/** Browsers refuse more than some hundred changes of the history in half a minute. */
const keepMillis = 300;

const initial: ViewState = { version: 1 };
const stateOf = (kept: unknown): ViewState => readViewState((kept as { view?: unknown } | null)?.view);

/** What a person had chosen here, or what a link says; that stands in the address only until it was read. */
function arrivedState(): ViewState {
  const linked = stateOfLink(location.hash);
  if (linked === null) return stateOf(history.state);
  history.replaceState({ view: linked }, '', location.pathname + location.search);
  return linked;
}

/** A router over the window's history. Plain clicks on links within the page stay in the page. */
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
    // What waits belongs to the address that was just left.
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
    if (link.hasAttribute('download')) return;
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
