import type { Host, ThemeKind } from '@tracklens/core/display';

/** Returns the editor theme, read from the classes of the page body, and follows its changes. */
export function bodyTheme(body: HTMLElement): Host['theme'] {
  return {
    get kind() {
      return themeKind(body.classList);
    },
    subscribe(listener) {
      let last = themeKind(body.classList);
      const observer = new MutationObserver(() => {
        const kind = themeKind(body.classList);
        if (kind !== last) listener(kind);
        last = kind;
      });
      observer.observe(body, { attributes: true, attributeFilter: ['class'] });
      return () => observer.disconnect();
    },
  };
}

/**
 * Derives the theme from the body classes. A high-contrast light theme has both high-contrast classes.
 * @internal Exported for tests: tested for every class of the editor.
 */
export function themeKind(classes: { contains(name: string): boolean }): ThemeKind {
  if (classes.contains('vscode-high-contrast-light')) return 'high-contrast-light';
  if (classes.contains('vscode-high-contrast')) return 'high-contrast-dark';
  return classes.contains('vscode-light') ? 'light' : 'dark';
}
