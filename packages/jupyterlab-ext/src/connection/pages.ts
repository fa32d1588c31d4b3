import { isLoopback } from '@tracklens/core/client';

/** Whether a page is of a service that listens on one machine only. */
function isLocalPage({ hostname, origin }: URL, here: URL): boolean {
  return isLoopback(hostname) && origin !== here.origin;
}

/**
 * Whether a page lies on the machine of the Jupyter server while this browser runs on another one, as with JupyterHub: its loopback
 * address leads nowhere here.
 */
export function isOutOfReach(url: string, here: string): boolean {
  const page = URL.parse(url);
  const lab = new URL(here);
  return page !== null && isLocalPage(page, lab) && !isLoopback(lab.hostname);
}

/** What a page is opened with. */
export interface PageOpening {
  /** The address of JupyterLab. */
  readonly here: string;
  /** Opens a tab; null where the browser blocks it. */
  openTab(url: string, features?: string): Pick<Window, 'opener' | 'location' | 'close'> | null;
  /** The address at which a browser sees a page of the local service. */
  browserAddress(page: string): Promise<string>;
}

/**
 * Opens a page in a new tab, one of the local service by a link that signs the browser in. Resolves to false where the browser
 * blocks the tab.
 */
export async function openPage(url: string, { here, openTab, browserAddress }: PageOpening): Promise<boolean> {
  const page = URL.parse(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return true;
  if (!isLocalPage(page, new URL(here))) {
    openTab(page.href, 'noopener,noreferrer');
    return true;
  }
  // Opened before the answer has come: a tab without a click just before it is blocked.
  const tab = openTab('about:blank');
  if (tab === null) return false;
  tab.opener = null;
  tab.location.replace(await browserAddress(page.href).catch(() => page.href));
  return true;
}
