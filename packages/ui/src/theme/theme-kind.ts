import type { ThemeKind } from '@tracklens/core/display';

/** Returns whether the theme has light text on a dark background. */
export function isDark(kind: ThemeKind): boolean {
  return kind === 'dark' || kind === 'high-contrast-dark';
}

/**
 * Returns the effective theme: if the system forces its own colors on a page, that of the system, regardless of the
 * host. Canvas content is not recolored by the browser, so it must match.
 */
export function effectiveTheme(kind: ThemeKind, page: Pick<Window, 'matchMedia'> = window): ThemeKind {
  if (!page.matchMedia('(forced-colors: active)').matches) return kind;
  return page.matchMedia('(prefers-color-scheme: dark)').matches ? 'high-contrast-dark' : 'high-contrast-light';
}
