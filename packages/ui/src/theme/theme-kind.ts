import type { ThemeKind } from '@tracklens/core/display';

/** Whether light text stands on a dark ground. */
export function isDark(kind: ThemeKind): boolean {
  return kind === 'dark' || kind === 'high-contrast-dark';
}

/**
 * The theme that is seen: where a person's system forces its own colours on a page, that of the system, whatever the host says. What is
 * drawn on a canvas is not recoloured, so it has to fit.
 */
export function seenTheme(kind: ThemeKind, page: Pick<Window, 'matchMedia'> = window): ThemeKind {
  if (!page.matchMedia('(forced-colors: active)').matches) return kind;
  return page.matchMedia('(prefers-color-scheme: dark)').matches ? 'high-contrast-dark' : 'high-contrast-light';
}
