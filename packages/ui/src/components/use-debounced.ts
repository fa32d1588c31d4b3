import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for a time, until then the one before. An empty text is returned at once. */
export function useDebounced(value: string, millis: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return debounced;
}
