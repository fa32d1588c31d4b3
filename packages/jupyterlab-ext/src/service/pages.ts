import { isLoopback } from '@tracklens/core/client';

/** Whether a page belongs to a service that listens only on the loopback interface. */
function isLocalPage({ hostname, origin }: URL, here: URL): boolean {
  return isLoopback(hostname) && origin !== here.origin;
}

/**
 * Whether a page is on the loopback interface of the Jupyter server while the browser runs on another machine, as
 * with JupyterHub.
 */
function isOutOfReach(url: string, here: string): boolean {
  const page = URL.parse(url);
  const lab = new URL(here);
  return page !== null && isLocalPage(page, lab) && !isLoopback(lab.hostname);
}

/** Dependencies of `openPage`. */
export interface PageOpening {
  /** URL of the JupyterLab page. */
  readonly here: string;
  /** Opens a tab; null when the browser blocks it. */
  openTab(url: string, features?: string): Pick<Window, 'opener' | 'location' | 'close'> | null;
  /**
   * Returns the URL at which a browser can open a page of the local service: through the Jupyter server if the service
   * is out of reach.
   */
  browserAddress(page: string, isOutOfReach: boolean): Promise<string>;
}

/** Result of opening a page. */
export type PageOpened = 'opened' | 'blocked' | 'out-of-reach';

/**
 * Opens a page in a new tab. A page of the local service is opened through a link that signs the browser in, or through
 * the Jupyter server where only that can be reached.
 */
export async function openPage(url: string, { here, openTab, browserAddress }: PageOpening): Promise<PageOpened> {
  const page = URL.parse(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return 'opened';
  if (!isLocalPage(page, new URL(here))) {
    openTab(page.href, 'noopener,noreferrer');
    return 'opened';
  }
  // Opened before the request, because browsers block tabs that are not opened directly after a click.
  const tab = openTab('about:blank');
  if (tab === null) return 'blocked';
  tab.opener = null;
  const address = await browserAddress(page.href, isOutOfReach(page.href, here)).catch(() => page.href);
  const { href } = new URL(address, here);
  if (isOutOfReach(href, here)) {
    tab.close();
    return 'out-of-reach';
  }
  tab.location.replace(href);
  return 'opened';
}
