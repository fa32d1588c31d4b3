import type { API } from '@tracklens/core/browser';

/** The same connection with its cache off: what is drawn is what is there now, and a refresh reads again. */
export function uncached(api: API): API {
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the interface, not a hook of React.
  api.useCache(false);
  return api;
}
