import { readViewState, type ViewState } from './view-state.ts';

const prefix = '#view=';

/** Longer addresses are cut by mail programs and refused by some browsers. */
const longestLink = 8000;

/**
 * A page's address that also says what a person chose in it. The state stands after `#`, which a browser sends to nobody. Null where
 * it would make the address too long to be passed on.
 */
export function linkWithState(address: string, state: ViewState): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${address.replace(/#.*$/s, '')}${prefix}${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  return link.length > longestLink ? null : link;
}

/** The state that an address carries after `#`; null where it carries none, or none that can be read. */
export function stateOfLink(hash: string): ViewState | null {
  if (!hash.startsWith(prefix)) return null;
  try {
    const text = atob(hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    return readViewState(
      JSON.parse(new TextDecoder(undefined, { fatal: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0)))),
    );
  } catch {
    return null;
  }
}
