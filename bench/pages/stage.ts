import type { Host } from '@tracklens/core/display';

/** A host without notifications; an error that the view reports ends the measurement through the page's title. */
export const quietHost: Host = {
  open() {},
  openExternal() {},
  report: ({ message }) => {
    document.title = `error: ${message}`;
  },
  theme: { kind: 'light', subscribe: () => () => {} },
};

/** An element for a view on an empty page with the views' styles. */
export function stage(): HTMLElement {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = '/style.css';
  document.head.append(style);
  const element = document.createElement('main');
  document.body.replaceChildren(element);
  return element;
}

/** Resolves when what was changed in this frame is painted. */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
