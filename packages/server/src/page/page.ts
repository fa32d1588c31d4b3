import { type AnyEndpoint, displayWrites } from '@tracklens/core/contract';
import { pythonConnection } from '../data-folder/python-connection.ts';
import { openCommandFor } from '../data-folder/typed-command.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ServiceRoute } from '../http/service-route.ts';
import type { Store } from '../store/database/store.ts';
import { openingDocument, type PageSettings, pageDocument, signInDocument, unbuiltDocument } from './documents.ts';
import { isOwnCall, pageSecretOf } from './own-call.ts';
import type { PageFiles } from './page-files.ts';
import { pageRoutes } from './page-routes.ts';
import { arrivalCookie, arrivesFromElsewhere, sessionOf } from './session-cookie.ts';
import { signIns } from './sign-ins.ts';

/** The service's web page: its routes, and the permissions of a signed-in browser. */
export interface Page {
  readonly routes: readonly ServiceRoute[];
  /**
   * Returns whether a signed-in browser may send a request; false when the browser is not signed in, or the request
   * lacks the secret of the page, so that it needs the key.
   *
   * @throws ServiceError 403 when the request carries the session cookie but was not sent by the page's own script,
   * or for an endpoint that changes logged data.
   */
  mayCall(request: Request, endpoint: AnyEndpoint): boolean;
  /** Returns the HTML for a browser navigation to any other URL; null for other requests. */
  documentAt(request: Request): Promise<Response | null>;
}

/** Options of `createPage`. */
export interface PageOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Returns whether a request carries the service's key. */
  readonly hasKey: (request: Request) => boolean;
  readonly settings: PageSettings;
  readonly files: PageFiles;
}

const experimentKey = /^\/[^/]+\/[^/]+\/(?:archive\/)?([A-Za-z0-9]{32,50})$/;
const ownPaths = /^\/(?:api|clientlib)\//;

/** Creates the web page of a service. */
export function createPage({ store, now, hasKey, settings, files }: PageOptions): Page {
  const known = signIns(now);
  const isSignedIn = (request: Request) => known.has(sessionOf(request));
  const askToSignIn = (request: Request) => {
    if (arrivesFromElsewhere(request)) return openingDocument(arrivalCookie);
    const { origin, pathname } = new URL(request.url);
    const path = ownPaths.test(pathname) ? '/' : pathname;
    const { apiKeyFile, openCommand } = settings;
    const connection = apiKeyFile === null ? 'tracklens' : pythonConnection(origin, apiKeyFile);
    return signInDocument(openCommandFor(openCommand, path), connection, experimentKey.exec(pathname)?.[1] ?? null);
  };

  return {
    routes: pageRoutes({ store, hasKey, settings, files, known, isSignedIn, askToSignIn }),
    mayCall(request, endpoint) {
      if (!isSignedIn(request)) return false;
      if (!isOwnCall(request))
        throw new ServiceError(403, 'A browser session is valid only for the page of this service');
      if (!known.hasPage(sessionOf(request), pageSecretOf(request))) return false;
      if (endpoint.effect !== 'read' && !displayWrites.has(endpoint))
        throw new ServiceError(403, 'The page is read-only: make changes with the API key');
      return true;
    },
    async documentAt(request) {
      const { pathname } = new URL(request.url);
      if (!['GET', 'HEAD'].includes(request.method) || ownPaths.test(pathname)) return null;
      if (!request.headers.get('accept')?.includes('text/html')) return null;
      if (!isSignedIn(request)) return askToSignIn(request);
      return (await files.isBuilt()) ? pageDocument(settings) : unbuiltDocument();
    },
  };
}
