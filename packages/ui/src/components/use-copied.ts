import { useEffect, useState } from 'react';

/** Time for which the confirmation of a copy is shown. */
const shownMillis = 1500;

/** Returns whether a text was copied a moment ago, and the function that reports the result of a copy. */
export function useCopied(): readonly [copied: boolean, setCopied: (copied: boolean) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMillis);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, setCopied];
}
