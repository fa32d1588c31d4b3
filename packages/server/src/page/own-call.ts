/**
 * Header with the secret of the page, which its scripts send with every request. A form, an image or a link of another
 * site cannot send it.
 */
const pageHeader = 'x-tracklens-page';

/** Returns the secret of the page that a request carries, or null. */
export function pageSecretOf({ headers }: Request): string | null {
  return headers.get(pageHeader);
}

/**
 * Returns whether a request was sent by a script of this service's own page. Some writes of the protocol are GETs, so
 * the check applies to every method. To a browser another port of this machine is the same site, but another origin.
 */
export function isOwnCall(request: Request): boolean {
  const { headers, method } = request;
  if (headers.get(pageHeader) === null) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  return origin === null ? method === 'GET' : origin === new URL(request.url).origin;
}
