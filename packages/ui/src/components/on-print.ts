import { flushSync } from 'react-dom';

/**
 * Calls back before the page is printed and after it, with whether it is being printed. What the listener changes is
 * rendered at once: a browser does not wait for it.
 */
export function onPrint(listener: (isPrinting: boolean) => void): () => void {
  const notify = ({ type }: Event) => flushSync(() => listener(type === 'beforeprint'));
  const types = ['beforeprint', 'afterprint'] as const;
  for (const type of types) window.addEventListener(type, notify);
  return () => {
    for (const type of types) window.removeEventListener(type, notify);
  };
}
