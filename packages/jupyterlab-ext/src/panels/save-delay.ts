/** Debounce delay for saving the state of a panel, in milliseconds. */
export const saveDelayMillis = 500;
