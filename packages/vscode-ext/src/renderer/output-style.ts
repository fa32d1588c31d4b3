import css from '@tracklens/ui/style.css';

let sheet: CSSStyleSheet | null = null;

/** Adds the style of the views to the tree that an output stands in: the editor gives each output a shadow root. */
export function addStyle(element: HTMLElement): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
