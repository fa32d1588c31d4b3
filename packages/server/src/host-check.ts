const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Tells whether a request was meant for this service: a page that rebinds its own name to the loopback address sends that
 * name as `Host`.
 *
 * @param allowed further host names, without port.
 */
export function hostCheck(allowed: readonly string[] = []): (request: Request) => boolean {
  const names = new Set([...loopback, ...allowed.map((name) => name.toLowerCase())]);
  // A client names the same host each time.
  let fitting: string | null = null;
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host;
    if (host === fitting) return true;
    const fits = names.has(host.toLowerCase().replace(/:\d+$/, ''));
    if (fits) fitting = host;
    return fits;
  };
}
