import type { Host, ThemeKind } from '@tracklens/core/display';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { TranslateContext } from './components/translate-context.ts';
import { setLocale } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';
import { effectiveTheme } from './theme/theme-kind.ts';

/** Content of an element. */
export interface MountedRoot {
  /** Draws the content again. */
  draw(): void;
  /** Draws with another theme. */
  setTheme(kind: ThemeKind): void;
  /** Empties the element. May be called twice. */
  dispose(): void;
}

/**
 * Renders content into an element, and again when the theme of the host or the forced colors of the system change. The
 * first call of `draw` begins. Components use the locale of the host and a translation.
 *
 * @param content returns the content for the theme that the user sees
 */
export function mountRoot(
  element: HTMLElement,
  { host, strings = english }: { readonly host: Host; readonly strings?: Translate | undefined },
  content: (theme: ThemeKind) => ReactNode,
): MountedRoot {
  const root = createRoot(element);
  setLocale(host.locale);
  const t = withNumbers(strings);
  let theme = host.theme.kind;
  let disposed = false;
  const draw = () => {
    if (disposed) return;
    root.render(<TranslateContext.Provider value={t}>{content(effectiveTheme(theme))}</TranslateContext.Provider>);
  };
  const setTheme = (kind: ThemeKind) => {
    theme = kind;
    draw();
  };
  const unsubscribe = host.theme.subscribe(setTheme);
  const forced = ['(forced-colors: active)', '(prefers-color-scheme: dark)'].map((query) => window.matchMedia(query));
  for (const query of forced) query.addEventListener('change', draw);
  return {
    draw,
    setTheme,
    dispose() {
      if (disposed) return;
      disposed = true;
      unsubscribe();
      for (const query of forced) query.removeEventListener('change', draw);
      root.unmount();
    },
  };
}
