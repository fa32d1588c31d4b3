import { copyWith, RestApiException } from '../client/errors.ts';
import { isLoopback } from '../client/loopback.ts';

/** Environment variables that name a proxy, by the scheme of the service's address. The first that is set applies. */
const proxyVariables: Readonly<Record<string, readonly string[]>> = {
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
};

/** HTTP or SOCKS proxy. */
export interface ServiceProxy {
  /** Address, which may contain a user name and a password. */
  readonly uri: string;
  /** Option or environment variable that names it, for error messages. */
  readonly source: string;
}

/**
 * Checks the address of a proxy. Without a scheme it is an HTTP proxy. SOCKS proxies always resolve host names, so
 * `socks5h` is `socks5`.
 *
 * @throws RestApiException `invalid`; the message does not contain the address, because it may contain a password
 */
export function checkedProxy(address: string, source: string): ServiceProxy {
  const uri = (address.includes('://') ? address : `http://${address}`).replace(/^socks5h:/i, 'socks5:');
  if (URL.canParse(uri) && /^(?:https?|socks5?):$/.test(new URL(uri).protocol)) return { uri, source };
  const reason = `${source} is not the address of a proxy`;
  const remedy = 'An address looks like http://proxy.example:3128';
  throw RestApiException.of({ code: 'invalid', operation: 'API', reason, remedy });
}

/** Returns whether the proxies of the environment apply to an address: not to a service on this machine. */
export function isProxied({ hostname }: URL): boolean {
  return !isLoopback(hostname);
}

/** Returns the proxy that the environment names for an address, or null. `NO_PROXY` is not applied. */
export function environmentProxy(
  { protocol }: URL,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ServiceProxy | null {
  const source = proxyVariables[protocol]?.find((name) => env[name]?.trim());
  return source === undefined ? null : checkedProxy(env[source]!.trim(), source);
}

/** Message of undici for a response of the proxy itself, with its status. */
const proxyResponse = /^Proxy (?:response \((\d+)\) !== 200|Authentication Required \((407)\))/;

/**
 * Returns the failure of a request with the proxy in its reason, if there is one: the proxy may be the cause, and an
 * address that is correct must not be blamed.
 */
export function proxyFailure(
  failure: RestApiException,
  error: unknown,
  { root, proxy }: { readonly root: string; readonly proxy: ServiceProxy | null },
): RestApiException {
  if (proxy === null) return failure;
  const { host } = new URL(proxy.uri);
  const [, connect, plain] = proxyResponse.exec(String((error as { message?: unknown } | null)?.message)) ?? [];
  const status = connect ?? plain;
  const remedy = `Check the proxy in ${proxy.source}, or exclude the service from it with NO_PROXY`;
  if (status !== undefined) {
    const reason = `the proxy ${host} rejected the connection to ${root} with status ${status}`;
    return RestApiException.of({ code: 'unreachable', reason, remedy, cause: error });
  }
  if (failure.code !== 'unreachable') return failure;
  return copyWith(failure, { reason: `${failure.reason} through the proxy ${host}`, remedy });
}
