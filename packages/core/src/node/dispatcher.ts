import type { Dispatcher, Pool } from 'undici';
import type { WireRequest } from '../client/transport.ts';
import { checkedProxy, environmentProxy, isProxied, type ServiceProxy } from './proxy.ts';
import { Traffic } from './traffic.ts';

/** Part of a dispatcher of undici 7 or newer that a transport uses: `Agent`, `ProxyAgent`, `MockAgent` and others. */
export interface RequestDispatcher {
  /** Sends a request and passes its response to the handler. */
  dispatch(options: object, handler: object): boolean;
}

/** Settings of the connections to the service. */
export interface ConnectionSettings {
  /**
   * Proxy of all requests, such as `http://proxy.example:3128`; false for none. Default: `HTTP_PROXY`, `HTTPS_PROXY`
   * and `NO_PROXY` of the environment, except for a service on this machine.
   */
  readonly proxy?: string | false | undefined;
  /**
   * Certificate authorities in PEM format that are trusted instead of the default ones. `NODE_EXTRA_CA_CERTS` adds
   * to the default ones.
   */
  readonly ca?: string | readonly string[] | undefined;
  /** Dispatcher of undici that sends the requests. It replaces `proxy` and `ca`, and is not closed. */
  readonly dispatcher?: RequestDispatcher | undefined;
  /** Maximum number of concurrent connections, without those of `ownConnection`. Default: 8. */
  readonly connections?: number | undefined;
}

/** Connections with a dispatcher that sends requests over them. */
interface ConnectionPool {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly traffic: Traffic;
  close(): Promise<void>;
}

/** Connections of a transport. */
export interface OpenedConnections {
  /** Returns the connections for a request. */
  poolOf(request: WireRequest): ConnectionPool;
  close(): Promise<void>;
}

/** Maximum number of responses that the program reads at its own pace at the same time. */
const ownConnections = 256;

/**
 * Returns the proxy of a service; null for none. A service on this machine needs none, whatever the environment says.
 */
export function proxyOf(root: URL, { proxy, dispatcher }: ConnectionSettings): ServiceProxy | null {
  if (proxy === false || dispatcher !== undefined) return null;
  if (proxy !== undefined) return checkedProxy(proxy, 'the option proxy');
  return isProxied(root) ? environmentProxy(root) : null;
}

/**
 * Opens the connections to a service. Responses that the program reads at its own pace have others than the rest, which
 * would wait for the program.
 */
export function openConnections(
  undici: typeof import('undici'),
  root: URL,
  settings: ConnectionSettings,
  proxy: ServiceProxy | null,
): OpenedConnections {
  if (settings.dispatcher !== undefined) {
    const dispatcher = settings.dispatcher as Pick<Dispatcher, 'dispatch'>;
    const pool = { dispatcher, traffic: new Traffic(), close: async () => {} };
    return { poolOf: () => pool, close: async () => {} };
  }
  const open = (options: Pool.Options) => openPool(undici, root, { settings, proxy, options });
  const shared = open({ connections: settings.connections ?? 8 });
  let own: ConnectionPool | null = null;
  return {
    poolOf({ ownConnection }) {
      if (!ownConnection) return shared;
      // Over HTTP/2, responses would share a connection.
      own ??= open({ connections: ownConnections, allowH2: false });
      return own;
    },
    async close() {
      await Promise.all([shared.close(), own?.close()]);
    },
  };
}

function openPool(
  undici: typeof import('undici'),
  root: URL,
  { settings, proxy, options }: { settings: ConnectionSettings; proxy: ServiceProxy | null; options: Pool.Options },
): ConnectionPool {
  const tls = settings.ca === undefined ? {} : { ca: [settings.ca].flat() };
  const all: Pool.Options = {
    ...options,
    keepAliveTimeout: 30_000,
    // The timeouts of the request apply instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const dispatcher =
    proxy === null
      ? new undici.Pool(root.origin, { ...all, connect: tls })
      : new undici.EnvHttpProxyAgent({
          ...all,
          connect: tls,
          requestTls: tls,
          proxyTls: tls,
          httpProxy: proxy.uri,
          httpsProxy: proxy.uri,
          // Only the environment's own proxy has exceptions.
          ...(settings.proxy === undefined ? {} : { noProxy: '' }),
        });
  return { dispatcher, traffic: new Traffic(), close: () => dispatcher.close() };
}
