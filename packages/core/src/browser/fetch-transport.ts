import { maxRedirects, redirectWithin } from '../client/redirect.ts';
import { addressOf } from '../client/request-address.ts';
import { RequestDeadline } from '../client/request-deadline.ts';
import { requestFailure, responseFailure } from '../client/request-failure.ts';
import type { Transport } from '../client/transport.ts';
import { responseChunks, wholeBody, withFailures } from '../client/wire-body.ts';

/** The part of `fetch` that a transport uses. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Options of a page's transport. Requests go to a proxy, usually on the page's own origin, which adds the API key.
 */
export interface FetchTransportOptions {
  /** Prefix of every path, without a trailing slash: `/user/ada/tracklens/api`. Default: the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** The host's `fetch`, which adds its credentials. Default: the platform's `fetch`. */
  readonly fetch?: FetchFunction | undefined;
  /** Additional headers of each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Options of requests in a page: always revalidated, with the cookies of the page's own origin. */
const pageInit: RequestInit = { cache: 'no-cache', credentials: 'same-origin' };

/** Options elsewhere, where some platforms reject those of a page. A redirect must not carry the key elsewhere. */
const programInit: RequestInit = { redirect: 'manual' };

/** Sends a request and follows redirects within its origin. In a page, the browser follows them. */
async function followed(
  send: FetchFunction,
  { address, ...init }: RequestInit & { readonly address: string },
): Promise<Response> {
  if (globalThis.location !== undefined) return await send(address, { ...pageInit, ...init });
  let url = address;
  for (let hop = 0; ; hop++) {
    const response = await send(url, { ...programInit, ...init });
    if (init.method !== 'GET' || hop >= maxRedirects || !URL.canParse(address)) return response;
    const root = new URL(address);
    const next = redirectWithin(root, response.status, response.headers.get('location') ?? undefined);
    if (next === null) return response;
    await response.body?.cancel();
    url = root.origin + next;
  }
}

/** Returns the headers of a response, without those of a compression: `fetch` decompresses the content. */
function headersOf(response: Response): Record<string, string> {
  const { 'content-encoding': encoding, ...headers } = Object.fromEntries(response.headers);
  if (encoding !== undefined) delete headers['content-length'];
  return headers;
}

/**
 * Creates a transport on top of the platform's `fetch`, for pages, workers and other runtimes than Node. In a page it
 * never has access to an API key.
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const base = (options.baseUrl ?? '').replace(/\/+$/, '');
  const send = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  return {
    async send(request, signal) {
      // A page cannot stream a body over HTTP/1.1, so a stream is buffered first.
      const { body } = request;
      const whole = body === undefined ? undefined : await wholeBody(body);
      const root = base || 'the service';
      const deadline = new RequestDeadline({ ...request, ...(whole && { body: whole }) }, { caller: signal, root });
      try {
        const response = await followed(send, {
          address: `${base}${addressOf(request)}`,
          method: request.method,
          headers: { ...request.headers, ...options.headers?.() },
          signal: deadline.signal,
          ...(whole === undefined ? {} : { body: whole as Uint8Array<ArrayBuffer> }),
        });
        const headers = headersOf(response);
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
