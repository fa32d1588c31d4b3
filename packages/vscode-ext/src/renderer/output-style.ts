import css from '@tracklens/ui/style.css';

let added = false;

/** Adds the style of the views to the page of the outputs, once for all of them. */
export function addStyle(): void {
  if (added) return;
  added = true;
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}
