import type { Page } from 'playwright-core';

/** Content of a page that is cut off or unreachable although there is space for it, one sentence each. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const faults = new Set<string>();
    const width = document.documentElement.clientWidth;
    const named = (element: HTMLElement) =>
      `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`;
    const beyond = (element: HTMLElement, within: Element) => {
      const [own, bounds] = [element, within].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
      return own.left < bounds.left - 1 || own.right > bounds.right + 1;
    };

    if (document.documentElement.scrollWidth > width) faults.add('wider than its page');
    for (const view of all('.tl-view')) if (view.scrollWidth > view.clientWidth) faults.add('scrolls sideways');
    for (const code of all('.tl-notice .tl-code')) {
      if (code.scrollWidth > code.clientWidth) faults.add('an example has to be scrolled');
    }
    for (const legend of all('.tl-legend ul:not([data-many]), .tracklens-chart-legend:not([data-many])')) {
      if (legend.scrollHeight > legend.clientHeight + 1) faults.add('a short legend has to be scrolled');
    }
    for (const popup of all('.tl-popup-anchor > .tl-popup')) {
      if (beyond(popup, popup.closest('.tl-root')!)) faults.add(`beyond its view: ${named(popup)}`);
    }
    for (const tooltip of all('.tracklens-chart-tooltip')) {
      if (beyond(tooltip, tooltip.parentElement!)) faults.add('a tooltip is beyond its chart');
      const rows = tooltip.querySelector('.tracklens-chart-tooltip-rows')!;
      if (rows.scrollWidth > rows.clientWidth + 1) faults.add('values of a tooltip are cut');
    }
    for (const element of all('.tl-root *, .tracklens-chart *')) {
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!says || element.closest('.tl-visually-hidden, .tracklens-chart-hidden, svg')) continue;
      const { overflowX, display, visibility } = getComputedStyle(element);
      if (visibility === 'hidden' || element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1)
        continue;
      if (overflowX === 'hidden' && !element.closest('[title]')) faults.add(`cut, with no title: ${named(element)}`);
      if (overflowX === 'visible' && display !== 'inline') faults.add(`over its edge: ${named(element)}`);
    }
    return [...faults];
  });
}
