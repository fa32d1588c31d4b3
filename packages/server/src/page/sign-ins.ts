import { createHash, randomBytes } from 'node:crypto';

/** Lifetime of a sign-in link. It is short, since a link is opened as soon as it is requested. */
export const linkLifeMillis = 60_000;
/** Lifetime of a session. It also ends when the service stops. */
export const sessionLifeMillis = 14 * 24 * 3_600_000;

/** Store of one-time sign-in links and browser sessions. Only hashes of the secrets are stored. */
export interface SignIns {
  /** Creates a link to a page of this service and returns its secret. */
  link(to: string): string;
  /**
   * Redeems a link. Returns the secret of a new session and the link's target; null for a link that is unknown, used
   * or expired.
   */
  redeem(secret: string): { readonly session: string; readonly to: string } | null;
  has(session: string | null): boolean;
  end(session: string): void;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('base64');
const newSecret = () => randomBytes(32).toString('base64url');

/** Creates a store of sign-ins in memory: they end when the service stops. */
export function signIns(now: () => number): SignIns {
  const links = new Map<string, { readonly endsAt: number; readonly to: string }>();
  const sessions = new Map<string, { readonly endsAt: number }>();
  const dropOld = () => {
    for (const tokens of [links, sessions]) {
      for (const [id, { endsAt }] of tokens) if (endsAt <= now()) tokens.delete(id);
    }
  };
  return {
    link(to) {
      dropOld();
      const secret = newSecret();
      links.set(digest(secret), { endsAt: now() + linkLifeMillis, to });
      return secret;
    },
    redeem(secret) {
      dropOld();
      const id = digest(secret);
      const link = links.get(id);
      if (link === undefined) return null;
      links.delete(id);
      const session = newSecret();
      sessions.set(digest(session), { endsAt: now() + sessionLifeMillis });
      return { session, to: link.to };
    },
    has(session) {
      if (session === null) return false;
      const tokens = sessions.get(digest(session));
      return tokens !== undefined && tokens.endsAt > now();
    },
    end(session) {
      sessions.delete(digest(session));
    },
  };
}
