import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of a sign-in link. It is short, since a link is opened as soon as it is requested. */
export const linkLifeMillis = 60_000;
/** Lifetime of a session. It also ends when the service stops. */
export const sessionLifeMillis = 14 * 24 * 3_600_000;

/** What the redeemed link gives to the browser. */
interface RedeemedLink {
  /** Secret of the session's cookie. */
  readonly session: string;
  /** Secret of the session's page. */
  readonly pageSecret: string;
  /** Path of the page that the link leads to. */
  readonly to: string;
}

/**
 * Store of one-time sign-in links and browser sessions. Only hashes of the secrets are stored. A session has two
 * secrets: browsers send a cookie to all ports of the machine, while the storage of the page, with the second one,
 * belongs to its port only.
 */
export interface SignIns {
  /**
   * Creates a link to a page of this service and returns its secret. With a user id, only a program of this user may
   * redeem it.
   */
  link(to: string, uid?: number): string;
  /** Returns the user id of a link; null for a link without one. */
  userOf(secret: string): number | null;
  /** Redeems a link by starting a session. Null for a link that is unknown, used or expired. */
  redeem(secret: string): RedeemedLink | null;
  has(session: string | null): boolean;
  /** Returns whether a session exists and a secret is that of its page. */
  hasPage(session: string | null, pageSecret: string | null): boolean;
  end(session: string): void;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest();
const digest = (secret: string) => hash(secret).toString('base64');
const newSecret = () => randomBytes(32).toString('base64url');

/** Creates a store of sign-ins in memory: they end when the service stops. */
export function signIns(now: () => number): SignIns {
  const links = new Map<string, { readonly endsAt: number; readonly to: string; readonly uid: number | null }>();
  const sessions = new Map<string, { readonly endsAt: number; readonly page: Buffer }>();
  const dropOld = () => {
    for (const tokens of [links, sessions]) {
      for (const [id, { endsAt }] of tokens) if (endsAt <= now()) tokens.delete(id);
    }
  };
  const find = (session: string | null) => {
    const found = session === null ? undefined : sessions.get(digest(session));
    return found !== undefined && found.endsAt > now() ? found : null;
  };
  return {
    link(to, uid) {
      dropOld();
      const secret = newSecret();
      links.set(digest(secret), { endsAt: now() + linkLifeMillis, to, uid: uid ?? null });
      return secret;
    },
    userOf: (secret) => links.get(digest(secret))?.uid ?? null,
    redeem(secret) {
      dropOld();
      const id = digest(secret);
      const link = links.get(id);
      if (link === undefined) return null;
      links.delete(id);
      const [session, pageSecret] = [newSecret(), newSecret()];
      sessions.set(digest(session), { endsAt: now() + sessionLifeMillis, page: hash(pageSecret) });
      return { session, pageSecret, to: link.to };
    },
    has: (session) => find(session) !== null,
    hasPage(session, pageSecret) {
      const found = find(session);
      return found !== null && pageSecret !== null && timingSafeEqual(found.page, hash(pageSecret));
    },
    end(session) {
      sessions.delete(digest(session));
    },
  };
}
