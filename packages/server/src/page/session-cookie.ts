import { sessionLifeMillis } from './sign-ins.ts';

/** Browsers share cookies between the ports of a host: each service has a name of its own. */
const nameOf = (origin: string) => `tracklens-${new URL(origin).port || '80'}`;

const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** The header that signs a browser in. */
export function sessionCookie(origin: string, session: string): string {
  return `${nameOf(origin)}=${session}; ${attributes}; Max-Age=${sessionLifeMillis / 1000}`;
}

/** The header that signs it out. */
export function endedCookie(origin: string): string {
  return `${nameOf(origin)}=; ${attributes}; Max-Age=0`;
}

/** The session that a request's cookies name, or null. */
export function sessionOf(request: Request): string | null {
  const cookies = request.headers.get('cookie');
  if (cookies === null) return null;
  const start = `${nameOf(new URL(request.url).origin)}=`;
  const found = cookies.split(';').find((cookie) => cookie.trimStart().startsWith(start));
  return found?.trimStart().slice(start.length) || null;
}

const arrival = 'tracklens-arrived';

/**
 * Whether a link of another site led here: a browser then keeps a strict cookie back, whether it is signed in or not. True once
 * only, since the answer says so for the next few seconds.
 */
export function arrivesFromElsewhere(request: Request): boolean {
  return (
    request.headers.get('sec-fetch-site') === 'cross-site' &&
    request.headers.get('sec-fetch-mode') === 'navigate' &&
    !request.headers.get('cookie')?.includes(arrival)
  );
}

/** The header that says so; this cookie also comes with links of other sites, and means nothing more. */
export const arrivalCookie = `${arrival}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=5`;
