import { linkWithState } from '@tracklens/core/display';
import { useView, useViewState } from './view-context.ts';

/** Returns the link to the view in its current state; null without an address, or if the state is too long. */
export function useStateLink(): string | null {
  const { url, host } = useView();
  const address = url ?? host.address?.() ?? null;
  return useViewState((state) => (address === null ? null : linkWithState(address, state)));
}
