import { storedText, storeText } from '../source/browser-storage.ts';

/** Second secret of the browser session, next to the cookie. */
export interface PageSession {
  /** Returns the header with the secret, which no other site can send; empty when this browser has none. */
  header(): Promise<Readonly<Record<string, string>>>;
  /** Forgets the secret. */
  forget(): void;
}

const name = 'tracklens-session';
const fragment = `#${name}=`;
const headerOf = (secret: string) => ({ 'x-tracklens-page': secret });

/**
 * Takes the secret from the address that a sign-in link leads to, and removes it there. All tabs share it in the
 * storage of this origin, which other ports of the machine cannot read, unlike the cookie. Where storage is disabled,
 * the secret lasts until the tab is reloaded.
 */
export function pageSession(): PageSession {
  let unsaved: string | null = null;
  const secret = secretInAddress();
  // Any site can link to this page with a wrong secret.
  const saved =
    secret !== null &&
    isAccepted(secret).then((accepted) => {
      if (accepted && !storeText(name, secret)) unsaved = secret;
    });
  return {
    async header() {
      await saved;
      // Read for each request, because another tab may have signed in again.
      return headerOf(unsaved ?? storedText(name) ?? '');
    },
    forget() {
      unsaved = null;
      storeText(name, null);
    },
  };
}

/** Removes the secret from the address and returns it; null when the address has none. */
function secretInAddress(): string | null {
  if (!location.hash.startsWith(fragment)) return null;
  const secret = location.hash.slice(fragment.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}

/** Returns whether the service accepts a request with a secret. */
async function isAccepted(secret: string): Promise<boolean> {
  const response = await fetch('/api/rest/v2/workspaces', { headers: headerOf(secret) }).catch(() => null);
  return response?.ok ?? false;
}
