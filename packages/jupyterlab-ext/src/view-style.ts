import css from '@tracklens/ui/style.css' with { type: 'text' };

/** Adds the style sheet of the views to the page. It is not needed before the first view. */
export function addViewStyle(): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}
