/** The page's scripts send this header with every call; no form, image or link of another site can. */
export const pageHeader = 'x-tracklens-page';

/**
 * Whether a call comes from a script of this service's own page. Some writes of the wire are GETs, so that the method tells
 * nothing: every call is held to it. Another port of this machine counts as the same site to a browser, but as another origin.
 */
export function isOwnCall(request: Request): boolean {
  const { headers, method } = request;
  if (headers.get(pageHeader) === null) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  return origin === null ? method === 'GET' : origin === new URL(request.url).origin;
}
