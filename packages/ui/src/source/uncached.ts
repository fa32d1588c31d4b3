import type { API } from '@tracklens/core/browser';

/**
 * Returns the same connection with its cache turned off, so that views show current data and a refresh reads again.
 */
export function uncached(api: API): API {
  api.useCache(false);
  return api;
}
