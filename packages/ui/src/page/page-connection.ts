import { API, fetchTransport } from '@tracklens/core/browser';
import type { ServiceHealth } from '../source/service-health.ts';
import { viewRetry } from '../source/view-retry.ts';

/** The service accepts requests of a signed-in browser only with this header, which no other site can send. */
const pageHeader = { 'x-tracklens-page': '1' };

/**
 * Creates the page's connection to its own service. Requests are authenticated by the browser session; the page has
 * no API key.
 */
export function pageConnection(onSignedOut: () => void, health: ServiceHealth): API {
  const transport = fetchTransport({
    headers: () => pageHeader,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (answer.status === 401) onSignedOut();
      return answer;
    },
  });
  return new API({ transport: health.watch(transport), url: location.origin, retry: { ...viewRetry, attempts: 2 } });
}

/** Ends the browser session. */
export async function signOut(): Promise<void> {
  await fetch('/api/page/sign-out', { method: 'POST', headers: pageHeader });
}
