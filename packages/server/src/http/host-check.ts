import type { RequestAddress } from './request-address.ts';

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Creates a check that a request was meant for this service. It prevents DNS rebinding: a page that rebinds its own
 * name to the loopback address sends that name as `Host`. A request target may also be an absolute URL, whose host
 * then counts (RFC 9112, 3.2.2). It is checked too, since links in responses start with it.
 *
 * @param allowed further host names, without port.
 */
export function hostCheck(
  allowed: readonly string[] = [],
): (request: Request, address: Pick<RequestAddress, 'origin'>) => boolean {
  const names = new Set([...loopback, ...allowed.map((name) => name.toLowerCase())]);
  // A client sends the same host each time.
  let lastAccepted: string | null = null;
  const accepts = (host: string): boolean => {
    if (host === lastAccepted) return true;
    const accepted = names.has(host.toLowerCase().replace(/:\d+$/, ''));
    if (accepted) lastAccepted = host;
    return accepted;
  };
  return (request, { origin }) => {
    const addressed = origin.slice(origin.indexOf('//') + 2);
    return accepts(request.headers.get('host') ?? addressed) && accepts(addressed);
  };
}
