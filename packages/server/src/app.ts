import { endpointOf, matchPath } from '@tracklens/core/contract';
import { keyCheck, keyOfHeaders } from './credentials.ts';
import { databaseErrorResponse } from './database-failures.ts';
import { endpointResponder } from './endpoint-responder.ts';
import { errorResponseOf, internalError, notFound, ServiceError } from './errors.ts';
import type { Session } from './handler.ts';
import { hostCheck } from './host-check.ts';
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts';
import type { PageSettings } from './page/documents.ts';
import { createPage } from './page/page.ts';
import { type PageFiles, pageFiles } from './page/page-files.ts';
import { errorReply } from './reply.ts';
import { addressOf, type RequestAddress } from './request-address.ts';
import type { Store } from './store/store.ts';

/** What an app needs. */
export interface AppOptions {
  readonly store: Store;
  /** The one key that opens it. */
  readonly apiKey: string;
  readonly session: Session;
  /** Milliseconds since 1970; a replay sets its own. */
  readonly now?: () => number;
  /** Host names, beyond the loopback ones, that requests may be addressed to. */
  readonly allowedHosts?: readonly string[];
  /** What the page in a browser tells of this service. */
  readonly page?: PageSettings;
  /** The built page. Default: where the build puts it. */
  readonly pageFiles?: PageFiles;
  /** Is told of failures that are the service's own fault. */
  readonly onFailure?: (error: unknown, what: string) => void;
}

/** The service as a function from request to answer. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/** Makes the service over an open store; used by the server, by the demo's replay and, without a socket, by tests. */
export function createApp(options: AppOptions): App {
  const { store, session } = options;
  const now = options.now ?? Date.now;
  const keyFits = keyCheck(options.apiKey);
  const hostFits = hostCheck(options.allowedHosts);
  const report = options.onFailure ?? (() => {});

  /** What a failure tells the caller; one of the service's own is told to the log. */
  function refused(error: unknown, what: string): ServiceError {
    if (error instanceof ServiceError) return error;
    report(error, what);
    return errorResponseOf(error) ?? databaseErrorResponse(error) ?? internalError;
  }

  const hasKey = ({ headers }: Request) => keyFits(keyOfHeaders(headers));
  const page = createPage({
    store,
    now,
    hasKey,
    settings: options.page ?? { apiKeyFile: null, openCommand: 'tracklens open' },
    files: options.pageFiles ?? pageFiles(),
  });

  /** Routes of this service alone, which are no part of the wire. */
  const ownRoutes = [...page.routes, ...maintenanceRoutes(store, hasKey)];
  const answerRow = endpointResponder({ store, session, now, keyFits, page, refused });

  async function answer(request: Request, address: RequestAddress): Promise<Response> {
    // Node leaves out the body of an answer to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const row = endpointOf(method, address.path);
    if (row !== null) return await answerRow(row, request, address);
    for (const route of ownRoutes) {
      const fields = route.method === method ? matchPath(route, address.path) : null;
      if (fields !== null) return await route.answer(request, fields);
    }
    const document = await page.documentAt(request);
    if (document !== null) return document;
    throw notFound(`There is nothing at ${request.method} ${address.path}`);
  }

  const wrongHost = new ServiceError(403, 'The Host header or the address of the request does not name this service');
  return {
    async fetch(request) {
      const address = addressOf(request.url);
      try {
        if (!hostFits(request, address)) throw wrongHost;
        return await answer(request, address);
      } catch (error) {
        return errorReply(refused(error, `${request.method} ${address.path}`));
      }
    },
  };
}
