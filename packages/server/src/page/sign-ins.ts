import { createHash, randomBytes } from 'node:crypto';

/** A link is followed at once: whoever asks for one opens it. */
export const linkLifeMillis = 60_000;
/** A browser stays signed in so long, as long as the service runs. */
export const sessionLifeMillis = 14 * 24 * 3_600_000;

/** Who may see the page: one-time links and the browsers that followed one. The secrets themselves are not kept. */
export interface SignIns {
  /** A new secret for a link that leads to a page of this service. */
  link(to: string): string;
  /** Takes a link: a new session's secret and where it leads; null for one that is unknown, used or too old. */
  redeem(secret: string): { readonly session: string; readonly to: string } | null;
  holds(session: string | null): boolean;
  end(session: string): void;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('base64');
const newSecret = () => randomBytes(32).toString('base64url');

/** Keeps sign-ins in memory: they end with the service. */
export function signIns(now: () => number): SignIns {
  const links = new Map<string, { readonly endsAt: number; readonly to: string }>();
  const sessions = new Map<string, { readonly endsAt: number }>();
  const dropOld = () => {
    for (const kept of [links, sessions]) {
      for (const [id, { endsAt }] of kept) if (endsAt <= now()) kept.delete(id);
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
    holds(session) {
      if (session === null) return false;
      const kept = sessions.get(digest(session));
      return kept !== undefined && kept.endsAt > now();
    },
    end(session) {
      sessions.delete(digest(session));
    },
  };
}
