/** Time after which a view is shown although not all of it is drawn, in milliseconds. */
const timeoutMillis = 5000;

/**
 * Calls `listener` once when the view in an element is drawn: its first chart is painted, or none is in the viewport.
 * After a timeout, it is ready as soon as it shows any content. Returns a function that stops waiting.
 */
export function onViewReady(element: HTMLElement, listener: () => void): () => void {
  let isReady = isDrawn;
  const check = () => {
    if (!isReady(element)) return;
    stop();
    listener();
  };
  const observer = new MutationObserver(check);
  observer.observe(element, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-series'] });
  const timeout = setTimeout(() => {
    isReady = hasContent;
    check();
  }, timeoutMillis);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timeout);
  };
  return stop;
}

function isDrawn(element: HTMLElement): boolean {
  if (element.querySelector('.tl-view') === null || element.querySelector('.tl-loading') !== null) return false;
  if (element.querySelector('.tracklens-plot[data-series]') !== null) return true;
  return ![...element.querySelectorAll('.tl-chart-waiting:not([role="alert"])')].some(isInViewport);
}

function isInViewport(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}

/** Whether the data of the view and of its open tab are there. Until it is near the viewport, nothing is read. */
function hasContent(element: HTMLElement): boolean {
  return element.querySelector('.tl-view') !== null && element.querySelector(loadingContent) === null;
}

const loadingContent = ':is(.tl-view, .tl-panel) > .tl-loading';
