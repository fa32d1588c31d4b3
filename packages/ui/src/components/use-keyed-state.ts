import { useState } from 'react';

/**
 * State that belongs to a key: with another key it is the initial value again. Unlike an effect that resets a state,
 * it never renders the value of an earlier key.
 */
export function useKeyedState<T>(key: unknown, initial: T): [T, (value: T) => void] {
  const [stored, setStored] = useState({ key, value: initial });
  return [Object.is(stored.key, key) ? stored.value : initial, (value) => setStored({ key, value })];
}
