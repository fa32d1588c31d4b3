import type { Host, ThemeKind } from '@tracklens/core/display';

/** Theme from the preferences of the browser and system. */
export function systemTheme(): Host['theme'] {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = [matchMedia('(forced-colors: active)'), matchMedia('(prefers-contrast: more)')];
  const kind = (): ThemeKind => {
    const shade = dark.matches ? 'dark' : 'light';
    return contrast.some(({ matches }) => matches) ? `high-contrast-${shade}` : shade;
  };
  return {
    get kind() {
      return kind();
    },
    subscribe(listener) {
      const notify = () => listener(kind());
      for (const query of [dark, ...contrast]) query.addEventListener('change', notify);
      return () => {
        for (const query of [dark, ...contrast]) query.removeEventListener('change', notify);
      };
    },
  };
}
