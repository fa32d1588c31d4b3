import type { WireRequest } from './transport.ts';

/** Returns the percent-encoded path and query of a request. */
export function addressOf({ path, query }: WireRequest): string {
  return query.length === 0 ? path : `${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}
