import * as v from 'valibot';
import { badRequest, invalidKey, ServiceError } from '../errors/service-error.ts';
import { projectAddress } from '../http/addresses.ts';
import { oneWindow } from '../http/body-pieces.ts';
import { isOfUser } from '../http/peer-user.ts';
import { jsonReply } from '../http/reply.ts';
import { jsonBodyLimits, readJson } from '../http/request-body.ts';
import type { ServiceRoute } from '../http/service-route.ts';
import type { Store } from '../store/database/store.ts';
import { findProject } from '../store/experiments/projects.ts';
import {
  noProjectDocument,
  openingDocument,
  otherUserDocument,
  type PageSettings,
  usedLinkDocument,
} from './documents.ts';
import { isOwnCall, pageSecretOf } from './own-call.ts';
import type { PageFiles } from './page-files.ts';
import { endedCookie, sessionCookie, sessionOf } from './session-cookie.ts';
import { linkLifeMillis, type SignIns } from './sign-ins.ts';

/** Dependencies of the page's routes. */
interface RouteNeeds {
  readonly store: Store;
  readonly settings: PageSettings;
  readonly files: PageFiles;
  readonly known: SignIns;
  hasKey(request: Request): boolean;
  isSignedIn(request: Request): boolean;
  /** Returns the response for a browser that is not signed in. */
  askToSignIn(request: Request): Response;
}

/** Routes of the page, in addition to the endpoints of the protocol. */
export const pageRoutes = (needs: RouteNeeds): readonly ServiceRoute[] => [
  signInLink(needs),
  signIn(needs),
  signOut(needs),
  pageFile(needs),
  projectById(needs),
];

const LinkBody = v.object({
  path: v.optional(v.pipe(v.string(), v.maxLength(4000)), '/'),
  /** User id of a caller on Linux who starts a browser, in whose arguments other users can read the link. */
  uid: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/**
 * Returns the path and query of a page of this service.
 *
 * @throws ServiceError 400 for a path that leads to another origin.
 */
function pathWithin(origin: string, path: string): string {
  const url = path.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : null;
  // After dot segments are resolved, a pathname may start with two slashes, which would name another host.
  if (url?.origin !== origin || url.pathname.startsWith('//'))
    throw badRequest('Body field path: it must be the path of a page of this service');
  return url.pathname + url.search;
}

/**
 * Returns whether a request is a prefetch or another request without a reader, which must not use up a one-time link.
 */
const isAhead = (request: Request) =>
  request.method !== 'GET' ||
  /prefetch|preview/.test(request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? '');

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });

const signInLink = ({ hasKey, known }: RouteNeeds): ServiceRoute => ({
  method: 'POST',
  path: '/api/page/sign-in-link',
  doc: 'Creates a link that signs in one browser, once and within a minute; needs the API key.',
  async respond(request) {
    if (!hasKey(request)) throw invalidKey;
    const body = v.safeParse(
      LinkBody,
      (await readJson(request, { ...jsonBodyLimits, maxBytes: 16_384, pace: oneWindow })) ?? {},
    );
    if (!body.success) throw badRequest('Body field path: it must be a string, and uid a user id');
    const { origin } = new URL(request.url);
    const secret = known.link(pathWithin(origin, body.output.path), body.output.uid);
    return jsonReply({ url: `${origin}/api/page/sign-in/${secret}`, expiresInMillis: linkLifeMillis });
  },
});

/** Name of the page's secret in the fragment, which the page removes (`ui/src/page/page-session.ts`). */
const pageSecretName = 'tracklens-session';

const signIn = ({ settings, known }: RouteNeeds): ServiceRoute => ({
  method: 'GET',
  path: '/api/page/sign-in/{secret}',
  doc: 'Signs the browser in and opens the page of the link, with the secret of the page as fragment.',
  async respond(request, { secret = '' }, peer) {
    const uid = known.userOf(secret);
    if (uid !== null && (peer === null || !(await isOfUser(peer, uid)))) return otherUserDocument(settings.openCommand);
    const taken = isAhead(request) ? null : known.redeem(secret);
    if (taken === null) return usedLinkDocument(settings.openCommand);
    const cookie = sessionCookie(new URL(request.url).origin, taken.session);
    return openingDocument(cookie, `${taken.to}#${pageSecretName}=${taken.pageSecret}`);
  },
});

const signOut = ({ known }: RouteNeeds): ServiceRoute => ({
  method: 'POST',
  path: '/api/page/sign-out',
  doc: 'Ends the session of the requesting browser.',
  respond(request) {
    const session = sessionOf(request);
    if (!isOwnCall(request)) throw new ServiceError(403, 'Only the page itself signs its browser out');
    if (session !== null && known.hasPage(session, pageSecretOf(request))) known.end(session);
    return new Response(null, { status: 204, headers: { 'set-cookie': endedCookie(new URL(request.url).origin) } });
  },
});

const pageFile = ({ files }: RouteNeeds): ServiceRoute => ({
  method: 'GET',
  path: '/api/page/files/{name}',
  doc: 'A script or a style sheet of the page.',
  async respond(request, { name = '' }) {
    const file = await files.response(name, request.headers);
    if (file === null) throw new ServiceError(404, 'The page has no such file');
    return file;
  },
});

const projectById = ({ store, hasKey, isSignedIn, askToSignIn }: RouteNeeds): ServiceRoute => ({
  method: 'GET',
  path: '/api/projects/redirect',
  doc: 'Redirects to the page of a project by its id; `viewId` may follow after a second question mark.',
  async respond(request) {
    if (!isSignedIn(request) && !hasKey(request)) return askToSignIn(request);
    const { origin, search } = new URL(request.url);
    const fields = new URLSearchParams(search.slice(1).replaceAll('?', '&'));
    const project = await findProject(store.db, { projectId: fields.get('projectId') ?? '' });
    if (project === null) return noProjectDocument();
    const viewId = fields.get('viewId');
    const view = viewId ? `?viewId=${encodeURIComponent(viewId)}` : '';
    const address = projectAddress(origin, project.workspace_name, project.project_name).replace(/\/$/, '');
    return redirect(address.slice(origin.length) + view);
  },
});
