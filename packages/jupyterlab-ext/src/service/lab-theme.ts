import type { IThemeManager } from '@jupyterlab/apputils';
import type { Host, ThemeKind } from '@tracklens/core/display';

/** Returns the theme of the application. Forced colors of the operating system take precedence. */
export function labTheme(themes: IThemeManager | null): Host['theme'] {
  const forced = window.matchMedia('(forced-colors: active)');
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const kind = (): ThemeKind => {
    // With forced colors, the system sets the background, regardless of the application theme.
    if (forced.matches) return dark.matches ? 'high-contrast-dark' : 'high-contrast-light';
    const name = themes?.theme ?? null;
    // The page body is also marked with the theme, which works without a theme manager.
    const light = name && themes ? themes.isLight(name) : document.body.dataset.jpThemeLight !== 'false';
    if (contrast.matches || /high[ -]?contrast/i.test(name ?? '')) {
      return light ? 'high-contrast-light' : 'high-contrast-dark';
    }
    return light ? 'light' : 'dark';
  };
  return {
    get kind() {
      return kind();
    },
    subscribe(listener) {
      const listen = () => listener(kind());
      themes?.themeChanged.connect(listen);
      for (const media of [forced, contrast, dark]) media.addEventListener('change', listen);
      return () => {
        themes?.themeChanged.disconnect(listen);
        for (const media of [forced, contrast, dark]) media.removeEventListener('change', listen);
      };
    },
  };
}
