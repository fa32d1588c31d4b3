import { isRestApiException, type Transport } from '@tracklens/core/client';
import * as v from 'valibot';
import { isLoopback } from './service-url.ts';

const Link = v.object({ url: v.pipe(v.string(), v.url()) });

/**
 * The address that a browser opens for a page of the service. The local service asks a browser to sign in: for a person
 * who is connected here it gives a link that does so once. Any other service has its own sign-in and is not asked.
 */
export async function pageLink(transport: Transport, page: URL): Promise<string> {
  if (!isLoopback(page.hostname)) return page.href;
  try {
    const answer = await transport.send({
      method: 'POST',
      path: '/api/page/sign-in-link',
      query: [],
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ path: page.pathname + page.search })),
      timeoutMillis: 5000,
    });
    if (answer.status !== 200) return page.href;
    const link = v.safeParse(Link, JSON.parse(await answer.body.text()));
    return link.success && new URL(link.output.url).origin === page.origin ? link.output.url : page.href;
  } catch (error) {
    if (isRestApiException(error) || error instanceof SyntaxError) return page.href;
    throw error;
  }
}
