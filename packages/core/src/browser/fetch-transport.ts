import { addressOf, responseChunks } from '../client/in-process-transport.ts';
import { RequestDeadline } from '../client/request-deadline.ts';
import { requestFailure, responseFailure } from '../client/request-failure.ts';
import { collectBytes, type Transport, withFailures } from '../client/transport.ts';

/**
 * Options of a page's transport. Requests go to a proxy, usually on the page's own origin, which adds the API key.
 */
export interface FetchTransportOptions {
  /** Prefix of every path, without a trailing slash: `/user/ada/tracklens/api`. Default: the page's own origin. */
  readonly baseUrl?: string;
  /** The host's `fetch`, which adds its credentials. Default: the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Additional headers of each request. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** Creates a transport for a page on top of the platform's `fetch`. It never has access to an API key. */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const base = (options.baseUrl ?? '').replace(/\/+$/, '');
  const send = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  return {
    async send(request, signal) {
      // A page cannot stream a body over HTTP/1.1, so a stream is buffered first.
      const { body } = request;
      const whole = body === undefined || body instanceof Uint8Array ? body : await collectBytes(body);
      const root = base || 'the service';
      const deadline = new RequestDeadline({ ...request, ...(whole && { body: whole }) }, { caller: signal, root });
      try {
        const response = await send(`${base}${addressOf(request)}`, {
          method: request.method,
          headers: { ...request.headers, ...options.headers?.() },
          cache: 'no-cache',
          credentials: 'same-origin',
          signal: deadline.signal,
          ...(whole === undefined ? {} : { body: whole as Uint8Array<ArrayBuffer> }),
        });
        const headers = Object.fromEntries(response.headers);
        const watched = deadline.watched(responseChunks(response), headers);
        const body = withFailures(watched, (error) => responseFailure(error, request, signal, root));
        return { status: response.status, headers, body };
      } catch (error) {
        deadline.end();
        throw requestFailure(error, request, signal, root);
      }
    },
  };
}
