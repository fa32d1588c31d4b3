import { readViewState, type ViewState } from './view-state.ts';

const prefix = '#view=';

/** Mail programs cut longer URLs and some browsers reject them. */
const longestLink = 8000;

/**
 * Returns a page URL with the view state encoded after `#`, which browsers do not send to servers. Null when the URL
 * would be too long to share.
 */
export function linkWithState(address: string, state: ViewState): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${address.replace(/#.*$/s, '')}${prefix}${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  return link.length > longestLink ? null : link;
}

/** Returns the view state encoded after the `#` of a URL; null when there is none or it cannot be decoded. */
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
