import { useState } from 'react';

/**
 * Returns the value of an earlier render as long as it equals the given one, so that nothing else is computed again.
 */
export function useStable<T>(value: T, equal: (before: T, now: T) => boolean): T {
  const [stable, setStable] = useState(value);
  if (Object.is(stable, value) || equal(stable, value)) return stable;
  setStable(value);
  return value;
}
