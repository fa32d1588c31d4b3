import { RestApiException } from './errors.ts';

/** Maximum number of redirects that one request follows. */
export const maxRedirects = 5;

/**
 * Returns the path and query that a response redirects to, or null if it is not a redirect.
 *
 * @throws RestApiException `forbidden` for a redirect to another origin, which would receive the API key; `malformed`
 * for an invalid address
 */
export function redirectWithin(root: URL, status: number, location: string | undefined): string | null {
  if (status < 300 || status >= 400 || location === undefined) return null;
  const url = URL.parse(location, root);
  if (url === null) {
    const reason = `the service redirects the call to an invalid address, ${location}`;
    throw RestApiException.of({ code: 'malformed', reason, status });
  }
  if (url.origin !== root.origin) {
    const reason = `the service redirects the call to another address, ${url.origin}`;
    throw RestApiException.of({ code: 'forbidden', reason, status });
  }
  return url.pathname + url.search;
}
