import css from '@tracklens/ui/style.css' with { type: 'text' };

let sheet: CSSStyleSheet | null = null;

/**
 * Adds the style sheet of the views to the root of an output or of a panel. The editor renders each output in a shadow
 * root.
 */
export function addStyle(element: HTMLElement): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
