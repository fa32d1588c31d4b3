const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Tells whether a request was meant for this service: a page that rebinds its own name to the loopback address sends that
 * name as `Host`.
 *
 * @param allowed further host names, without port.
 */
export function hostCheck(allowed: readonly string[] = []): (request: Request) => boolean {
  const names = new Set([...loopback, ...allowed.map((name) => name.toLowerCase())]);
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host;
    return names.has(host.toLowerCase().replace(/:\d+$/, ''));
  };
}
