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
  const secret = secretInAddress() ?? uncheckedSecret.read();
  // Any site can link to this page with a wrong secret.
  const check = async (secret: string) => {
    uncheckedSecret.write(secret);
    const accepted = await isAccepted(secret);
    if (accepted === null) return;
    if (accepted && !storeText(name, secret)) unsaved = secret;
    uncheckedSecret.write(null);
  };
  const saved = secret !== null && check(secret);
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

/** Secret that the service has not checked yet, in the storage of this tab: a reload must not lose it. */
const uncheckedSecret = {
  read(): string | null {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(secret: string | null): void {
    try {
      if (secret === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, secret);
    } catch {
      // Storage is disabled.
    }
  },
};

/** Returns whether the service accepts a request with a secret; null when it could not be asked, or failed. */
async function isAccepted(secret: string): Promise<boolean | null> {
  const response = await fetch('/api/rest/v2/workspaces', { headers: headerOf(secret) }).catch(() => null);
  if (response?.status === 401) return false;
  return response?.ok ? true : null;
}
