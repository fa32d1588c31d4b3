import type { FetchFunction } from '../browser/fetch-transport.ts';
import type { ConnectionSettings } from './dispatcher.ts';
import { isProxied } from './proxy.ts';

/** Part of Deno's interface that configures `fetch`. */
interface DenoHttp {
  createHttpClient(options: {
    readonly proxy?:
      | { readonly url: string }
      | { readonly transport: 'tcp'; readonly hostname: string; readonly port: number };
    readonly caCerts?: string[];
  }): object;
}

/** Deno and Bun use their own `fetch`: Deno's permissions apply to it, and undici's pools do not work in Bun. */
const { Deno: deno, Bun: bun } = globalThis as { readonly Deno?: DenoHttp; readonly Bun?: object };

/**
 * Returns the `fetch` of Deno or Bun with the settings of the connection; null in Node. Both apply the proxies of the
 * environment also to this machine, and so would send the API key to a proxy.
 */
export function runtimeFetch(root: URL, settings: ConnectionSettings): FetchFunction | null {
  if (bun !== undefined) return bunFetch(root, settings);
  return deno === undefined ? null : denoFetch(deno, root, settings);
}

function bunFetch(root: URL, { proxy, ca }: ConnectionSettings): FetchFunction {
  const options = {
    ...(proxy === undefined && isProxied(root) ? {} : { proxy: proxy ?? false }),
    ...(ca === undefined ? {} : { tls: { ca: [ca].flat() } }),
  };
  return (url, init) => globalThis.fetch(url, { ...init, ...options });
}

function denoFetch(runtime: DenoHttp, root: URL, { proxy, ca }: ConnectionSettings): FetchFunction {
  const { hostname, port, protocol } = root;
  const direct = { transport: 'tcp', hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) } as const;
  const proxyOption = typeof proxy === 'string' ? { url: proxy } : direct;
  const options = {
    ...(proxy === undefined && isProxied(root) ? {} : { proxy: proxyOption }),
    ...(ca === undefined ? {} : { caCerts: [ca].flat() }),
  };
  // Without options, the shared client of the process is used.
  if (Object.keys(options).length === 0) return (url, init) => globalThis.fetch(url, init);
  const client = runtime.createHttpClient(options);
  return (url, init) => globalThis.fetch(url, { ...init, client } as RequestInit);
}
