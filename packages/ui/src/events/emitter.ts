/** Listeners of changes. Both functions are bound, so that a store can pass them on. */
export interface Emitter<T> {
  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  /** Calls the listeners that were added before, in this order. */
  readonly emit: (value: T) => void;
}

/** Creates the listeners of a store. They may add and remove listeners when they are called. */
export function emitter<T = void>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
