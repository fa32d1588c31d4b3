import { initialViewState, readViewState, stateOfLink, type ViewState } from '@tracklens/core/display';
import { emitter } from '../events/emitter.ts';
import { timer } from '../events/timer.ts';
import { isWithin, type Route, routeOf } from './route.ts';

/** Current route and the cause of the last navigation. */
export interface Visit {
  /** Differs for each change of the address. */
  readonly id: number;
  /** Id of the last visit that the view did not make itself. */
  readonly arrival: number;
  readonly route: Route;
  /** View state when this history entry was last left. */
  readonly state: ViewState;
  /** `view` means that the view changed its own address and does not need to be updated. */
  readonly cause: 'load' | 'go' | 'history' | 'view';
}

/** Delay that groups history changes: browsers reject more than a few hundred in half a minute. */
const keepMillis = 300;

const routeHere = () => routeOf(new URL(location.href));
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

/**
 * Router over the page's address and history. Plain clicks on links within the page are handled without a reload. There
 * is one, for the lifetime of the page.
 */
export class Router {
  #visit: Visit = { id: 0, arrival: 0, route: routeHere(), state: arrivedState(), cause: 'load' };
  #waiting: ViewState | null = null;
  readonly #timer = timer();
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor() {
    // Also called when a link to the shown address, with the state of a view, is opened in this tab.
    addEventListener('popstate', () => {
      // The pending state belongs to the address that was just left.
      this.#timer.clear();
      this.#waiting = null;
      this.#arrive('history', arrivedState());
    });
    addEventListener('pagehide', () => this.#write());
    addEventListener('click', (event) => {
      const address = addressOfClick(event);
      if (address === null) return;
      event.preventDefault();
      this.go(address);
    });
  }

  get visit(): Visit {
    return this.#visit;
  }

  /** Navigates to an address of this page; `replace` replaces the current history entry. */
  go(
    address: string,
    {
      replace = false,
      cause = 'go',
      state = initialViewState,
    }: { readonly replace?: boolean; readonly cause?: 'go' | 'view'; readonly state?: ViewState } = {},
  ): void {
    this.#write();
    if (replace) history.replaceState({ view: state }, '', address);
    else history.pushState({ view: state }, '', address);
    this.#arrive(cause, location.hash === '' ? state : arrivedState());
  }

  /** Stores the view state in the current history entry, so that going back and reloading restore it. */
  keep(state: ViewState): void {
    this.#waiting = state;
    this.#timer.set(keepMillis, () => this.#write());
  }

  #write(): void {
    this.#timer.clear();
    if (this.#waiting !== null) history.replaceState({ view: this.#waiting }, '');
    this.#waiting = null;
  }

  #arrive(cause: Visit['cause'], state: ViewState): void {
    const id = this.#visit.id + 1;
    const arrival = cause === 'view' ? this.#visit.arrival : id;
    this.#visit = { id, arrival, route: routeHere(), state, cause };
    this.#changes.emit();
  }
}

/** Returns the address of a plain click on a link within the page; null for any other click. */
function addressOfClick(event: MouseEvent): string | null {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin || link.hash !== '') return null;
  return link.hasAttribute('download') || !isWithin(link.pathname) ? null : link.href;
}
