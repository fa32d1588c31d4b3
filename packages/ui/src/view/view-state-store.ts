import type { ViewState } from '@tracklens/core/display';
import { emitter } from '../events/emitter.ts';

/** State of a view outside of its components, so that a change renders only those that use the changed part. */
export class ViewStateStore {
  #state: ViewState;
  readonly #onChange: (state: ViewState) => void;
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  /** `onChange` is called with the whole state after each change by the user. */
  constructor(initial: ViewState, onChange: (state: ViewState) => void = () => {}) {
    this.#state = initial;
    this.#onChange = onChange;
  }

  get state(): ViewState {
    return this.#state;
  }

  /** Replaces the state with one from outside of the view. */
  replace(state: ViewState): void {
    this.#state = state;
    this.#changes.emit();
  }

  /** Changes the state by the user. Nothing happens if the function returns the same object. */
  readonly setState = (change: (state: ViewState) => ViewState): void => {
    const next = change(this.#state);
    if (next === this.#state) return;
    this.replace(next);
    this.#onChange(next);
  };
}
