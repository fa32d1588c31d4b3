import { sessionLifeMillis } from './sign-ins.ts';

/**
 * Returns the name of the session cookie. Browsers share cookies between the ports of a host, so each service needs a
 * name of its own.
 */
const nameOf = (origin: string) => `tracklens-${new URL(origin).port || '80'}`;

const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** Returns the `Set-Cookie` header that signs a browser in. */
export function sessionCookie(origin: string, session: string): string {
  return `${nameOf(origin)}=${session}; ${attributes}; Max-Age=${sessionLifeMillis / 1000}`;
}

/** Returns the `Set-Cookie` header that signs a browser out. */
export function endedCookie(origin: string): string {
  return `${nameOf(origin)}=; ${attributes}; Max-Age=0`;
}

/** Returns the session in a request's cookies, or null. */
export function sessionOf(request: Request): string | null {
  const cookies = request.headers.get('cookie');
  if (cookies === null) return null;
  const start = `${nameOf(new URL(request.url).origin)}=`;
  const found = cookies.split(';').find((cookie) => cookie.trimStart().startsWith(start));
  return found?.trimStart().slice(start.length) || null;
}

const arrival = 'tracklens-arrived';

/**
 * Returns whether a request follows a link of another site. A browser then omits a `SameSite=Strict` cookie, even
 * when it is signed in. True only once: the response sets `arrivalCookie`, which prevents it for a few seconds.
 */
export function arrivesFromElsewhere(request: Request): boolean {
  return (
    request.headers.get('sec-fetch-site') === 'cross-site' &&
    request.headers.get('sec-fetch-mode') === 'navigate' &&
    !request.headers.get('cookie')?.includes(arrival)
  );
}

/**
 * `Set-Cookie` header that marks such an arrival. This cookie is also sent when a link of another site is followed;
 * it grants nothing.
 */
export const arrivalCookie = `${arrival}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=5`;
