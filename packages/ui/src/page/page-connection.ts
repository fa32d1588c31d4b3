import { API, fetchTransport } from '@tracklens/core/browser';
import type { ServiceHealth } from '../source/service-health.ts';
import { viewRetry } from '../source/view-retry.ts';

/** The service takes a signed-in browser's calls only with this header, which no other site can send. */
const pageHeader = { 'x-tracklens-page': '1' };

/** The page's way to the service that it came from: the browser's session signs the calls, no key is here. */
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

/** Ends the browser's session. */
export async function signOut(): Promise<void> {
  await fetch('/api/page/sign-out', { method: 'POST', headers: pageHeader });
}
