import type { IThemeManager } from '@jupyterlab/apputils';
import type { Host, ThemeKind } from '@tracklens/core/display';

/** The theme of the lab or the notebook, unless the system forces colours of its own on every page. */
export function labTheme(themes: IThemeManager | null): Host['theme'] {
  const forced = window.matchMedia('(forced-colors: active)');
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const kind = (): ThemeKind => {
    // Forced colours take the ground from the system, whatever the lab's theme says.
    if (forced.matches) return dark.matches ? 'high-contrast-dark' : 'high-contrast-light';
    const name = themes?.theme ?? null;
    // Notebook and Lab mark the page as well, which holds where no manager is.
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
