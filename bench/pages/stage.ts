import type { Host } from '@tracklens/core/display';

/** A host that shows nothing beside the view; what the view reports ends the measurement, by the page's title. */
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
