import * as v from 'valibot';
import { isLoopback } from '../client/loopback.ts';
import type { Transport } from '../client/transport.ts';
import { type DisplayHost, pageOf } from '../display/display-host.ts';
import { openInBrowser, userOfOpener } from '../opener/open-in-browser.ts';

const SignInLink = v.object({ url: v.string() });

/**
 * Returns the URL at which a browser can open a page. For the local service this is a one-time sign-in link, else the
 * URL of the page. Requests nothing from a remote service, where users have accounts.
 *
 * @param uid user id: the link signs in only browsers of this user, where the service runs on Linux
 */
export async function browserAddress(transport: Transport, page: string, uid?: number): Promise<string> {
  const { hostname, origin, pathname, search } = new URL(page);
  if (!isLoopback(hostname)) return page;
  try {
    const response = await transport.send({
      method: 'POST',
      path: '/api/page/sign-in-link',
      query: [],
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ path: pathname + search, uid })),
      timeoutMillis: 5000,
    });
    const link = v.safeParse(SignInLink, JSON.parse(await response.body.text()));
    return response.status === 200 && link.success && new URL(link.output.url).origin === origin
      ? link.output.url
      : page;
  } catch {
    // Another service, or none, is at this address: fall back to the URL of the page.
    return page;
  }
}

/**
 * Opens a target's page in the user's browser. Without a browser it prints the URL. A sign-in link is a secret, so it
 * is printed only on a terminal, not to a file, a log or the output of a notebook.
 */
export function browserHost(
  transport: Transport,
  open = openInBrowser,
  isTerminal: boolean = process.stdout.isTTY,
): DisplayHost {
  return {
    async show(displayed) {
      const page = pageOf(displayed);
      const address = await browserAddress(transport, page, userOfOpener());
      if (await open(address)) return;
      if (address === page || !isTerminal) return console.log(page);
      console.log(`Open this page within a minute (the link works once): ${address}`);
    },
  };
}
