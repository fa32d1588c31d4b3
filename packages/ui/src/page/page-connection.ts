import { API, fetchTransport } from '@tracklens/core/browser';
import type { ServiceHealth } from '../source/service-health.ts';
import { viewRetry } from '../source/view-retry.ts';
import type { PageServing } from './page-element.ts';
import type { PageSession } from './page-session.ts';

/**
 * Creates the page's connection to its own service. Requests are authenticated by the browser session; the page has
 * no API key.
 */
export function pageConnection(
  { root, api, isBehindJupyter }: PageServing,
  session: PageSession,
  onSignedOut: () => void,
  health: ServiceHealth,
): API {
  // A Jupyter server rejects a request without its login with 403; a 401 is that of the service.
  const signedOutStatus = isBehindJupyter ? 403 : 401;
  const transport = fetchTransport({
    baseUrl: api,
    fetch: async (url, init) => {
      const added = isBehindJupyter ? jupyterHeaders() : await session.header();
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...added } });
      if (response.status === signedOutStatus) onSignedOut();
      return response;
    },
  });
  const url = location.origin + root;
  return new API({ transport: health.watch(transport), url, retry: { ...viewRetry, attempts: 2 } });
}

/** Returns the token with which a Jupyter server accepts reads that are POST requests. */
function jupyterHeaders(): Record<string, string> {
  const token = /(?:^|; )_xsrf=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? {} : { 'x-xsrftoken': token };
}

/** Ends the browser session. */
export async function signOut(session: PageSession): Promise<void> {
  await fetch('/api/page/sign-out', { method: 'POST', headers: await session.header() });
  session.forget();
}
