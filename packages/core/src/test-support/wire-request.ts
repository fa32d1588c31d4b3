import type { WireRequest } from '../client/transport.ts';

/** Creates a request from its path and query parameters. */
export function request(
  method: WireRequest['method'],
  path: string,
  query: Readonly<Record<string, string>> = {},
): WireRequest {
  const { experimentKey } = query;
  return {
    method,
    path: path.startsWith('/') ? path : `/api/rest/v2/${path}`,
    query: Object.entries(query),
    ...(experimentKey === undefined ? {} : { experimentKey }),
    timeoutMillis: 1000,
  };
}
