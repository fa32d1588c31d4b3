import { storedText, storeText } from './page-storage.ts';

/** Second secret of the browser session, next to the cookie. */
export interface PageSession {
  /** Returns the secret; empty when this browser has none. */
  secret(): string;
  /** Forgets the secret. */
  forget(): void;
}

const name = 'tracklens-session';
const fragment = `#${name}=`;

/**
 * Takes the secret from the address that a sign-in link leads to, and removes it there. All tabs share it in the
 * storage of this origin, which other ports of the machine cannot read, unlike the cookie. Where storage is disabled,
 * the secret lasts until the tab is reloaded.
 */
export function pageSession(): PageSession {
  let unsaved: string | null = null;
  if (location.hash.startsWith(fragment)) {
    const secret = location.hash.slice(fragment.length);
    history.replaceState(history.state, '', location.pathname + location.search);
    if (!storeText(name, secret)) unsaved = secret;
  }
  return {
    // Read for each request, because another tab may have signed in again.
    secret: () => unsaved ?? storedText(name) ?? '',
    forget() {
      unsaved = null;
      storeText(name, null);
    },
  };
}
