import type { Host, ThemeKind } from '@tracklens/core/display';
import { onPrint } from '../components/on-print.ts';

/** Theme from the preferences of the browser and system; light on paper. */
export function systemTheme(): Host['theme'] {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = [matchMedia('(forced-colors: active)'), matchMedia('(prefers-contrast: more)')];
  const listeners = new Set<(kind: ThemeKind) => void>();
  let isPrinting = false;
  const kind = (): ThemeKind => {
    if (isPrinting) return 'light';
    const shade = dark.matches ? 'dark' : 'light';
    return contrast.some(({ matches }) => matches) ? `high-contrast-${shade}` : shade;
  };
  const notify = () => {
    for (const listener of [...listeners]) listener(kind());
  };
  for (const query of [dark, ...contrast]) query.addEventListener('change', notify);
  onPrint((next) => {
    isPrinting = next;
    notify();
  });
  return {
    get kind() {
      return kind();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
