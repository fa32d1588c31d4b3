/** Timer of one callback. */
export interface Timer {
  readonly isSet: boolean;
  /** Calls back once after a delay, in place of a callback that is still due. */
  readonly set: (millis: number, callback: () => void) => void;
  readonly clear: () => void;
}

/** Creates a timer. */
export function timer(): Timer {
  let id: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(id);
    id = undefined;
  };
  return {
    get isSet() {
      return id !== undefined;
    },
    set(millis, callback) {
      clear();
      id = setTimeout(() => {
        id = undefined;
        callback();
      }, millis);
    },
    clear,
  };
}
