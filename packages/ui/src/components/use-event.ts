import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that never changes and calls the latest version of a callback. Effects and event handlers call
 * it, so that an effect does not run again because a listener has changed. It must not be called while rendering.
 */
export function useEvent<Arguments extends readonly unknown[], Result>(
  callback: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(callback);
  // Runs before the other effects of the same render, which may call the function.
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args) => latest.current(...args), []);
}
