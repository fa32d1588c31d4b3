import { useEffect, useState } from 'react';

/** How long it is said that something was copied. */
const shownMillis = 1500;

/** Whether something was copied a moment ago, and the function that is told whether it was. */
export function useCopied(): readonly [copied: boolean, setCopied: (copied: boolean) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMillis);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, setCopied];
}
