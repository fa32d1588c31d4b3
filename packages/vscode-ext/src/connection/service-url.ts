import { isLoopback } from '@tracklens/core/client';
import { t } from '../sentence.ts';

/** Parsed URL, or the reason why the text is invalid. */
export type ReadUrl = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: string };

/**
 * Parses typed or pasted text into the root URL of a service. Accepts for example `127.0.0.1:5000`,
 * `https://host/clientlib/` and `https://host/clientlib/rest/v2`. A path prefix before `/clientlib` or `/api` is
 * preserved.
 */
export function readServiceUrl(text: string): ReadUrl {
  const given = text.trim();
  if (given === '') return { ok: false, problem: t('Type the address of the service.') };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `${guessScheme(given)}://${given}`;
  const url = URL.parse(withScheme);
  if (!url || url.hostname === '')
    return { ok: false, problem: t('This is not an address. Example: {0}', 'https://host:port') };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, problem: t('The address begins with http:// or https://') };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      problem: t('Enter the address without user and password; the next step asks for the API key.'),
    };
  }
  const prefix = url.pathname.replace(/\/(?:clientlib|api)(?:\/.*)?$/, '').replace(/\/+$/, '');
  return { ok: true, url: `${url.origin}${prefix}` };
}

/** Whether the API key would be sent unencrypted over a network. */
export function isClearTextOverNetwork(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
}

function guessScheme(address: string): 'http' | 'https' {
  return isLoopback(/^(?:\[[^\]]*\]|[^:/]*)/.exec(address)![0]) ? 'http' : 'https';
}
