import { randomUUID } from 'node:crypto';
import { endpointOf, matchPath, proofPath, serviceProof } from '@tracklens/core/contract';
import { databaseErrorResponse } from '../errors/database-failures.ts';
import {
  badRequest,
  errorResponseOf,
  internalError,
  notFound,
  ServiceError,
  sdkErrorCode,
} from '../errors/service-error.ts';
import type { Session } from '../handlers/handler.ts';
import { keyCheck, keyOfHeaders } from '../http/credentials.ts';
import { hostCheck } from '../http/host-check.ts';
import type { Peer } from '../http/peer-user.ts';
import { errorReply, jsonReply } from '../http/reply.ts';
import { addressOf, type RequestAddress } from '../http/request-address.ts';
import type { ServiceRoute } from '../http/service-route.ts';
import { maintenanceRoutes } from '../maintenance/maintenance-routes.ts';
import type { PageSettings } from '../page/documents.ts';
import { createPage } from '../page/page.ts';
import { type PageFiles, pageFiles } from '../page/page-files.ts';
import type { Store } from '../store/database/store.ts';
import { endpointResponder } from './endpoint-responder.ts';
import { type Leases, leaseRoutes } from './leases.ts';

/** Options of `createApp`. */
export interface AppOptions {
  /** Store of the service. */
  readonly store: Store;
  /** API key that requests must carry. */
  readonly apiKey: string;
  /** User of all requests. */
  readonly session: Session;
  /** Clock: milliseconds since 1970. A replay sets its own. */
  readonly now?: () => number;
  /** Host names that requests may be addressed to, in addition to the loopback ones. */
  readonly allowedHosts?: readonly string[];
  /** Settings of the web page: what it shows about this service. */
  readonly page?: PageSettings;
  /** Files of the built page. Default: the build's output folder. */
  readonly pageFiles?: PageFiles;
  /** Secret of the published address. Without it, the service has no route for proofs. */
  readonly secret?: string;
  /** Leases of a service that ends when it is idle. Without them, it has no routes for leases. */
  readonly leases?: Leases;
  /** Called with failures that are the service's own fault. */
  readonly onFailure?: (error: unknown, what: string) => void;
}

export type { Peer };

/** The service as a function from request to response. */
export interface App {
  /** Returns the response to a request; `peer` is the client of its connection. */
  fetch(request: Request, peer?: Peer | null): Promise<Response>;
}

/**
 * Returns the function that converts a failure into the error for the client. A failure that is not a `ServiceError` is
 * reported.
 */
function errorReporter(report: NonNullable<AppOptions['onFailure']>): (error: unknown, what: string) => ServiceError {
  return (error, what) => {
    if (error instanceof ServiceError) return error;
    report(error, what);
    return errorResponseOf(error) ?? databaseErrorResponse(error) ?? internalError;
  };
}

/** Methods of endpoints and of the routes of this service. */
const methods = ['GET', 'POST', 'PUT'];

/** Returns the 405 error for a path that has other methods. */
function methodNotAllowed(method: string, path: string, allowed: readonly string[]): ServiceError {
  const message = `${method} is not allowed at ${path}: use ${allowed.join(' or ')}`;
  const allow = allowed.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', ');
  return new ServiceError(405, message, sdkErrorCode.none, { headers: { allow } });
}

/** Paths at which the Python SDK starts a run if its address is not the one that the service prints. */
const misplacedStart = /\/logger\/(?:add|get)\/run$/;

/** Returns the 404 error for a path that no endpoint has. */
function noEndpoint(method: string, { origin, path }: RequestAddress): ServiceError {
  return notFound(
    misplacedStart.test(path)
      ? `The address of the Python SDK ends with /clientlib/: set COMET_URL_OVERRIDE=${origin}/clientlib/`
      : `No endpoint ${method} ${path}`,
  );
}

/** Returns the route by which the service proves that it published its address. */
function proofRoute(secret: string): ServiceRoute {
  return {
    method: 'GET',
    path: `${proofPath}/{nonce}`,
    doc: 'Proves that this service published its address in the data folder; needs no key.',
    async respond(_, { nonce = '' }) {
      if (!/^[0-9a-f]{64}$/.test(nonce)) throw badRequest('Path field nonce: it must be 64 hexadecimal digits');
      return jsonReply({ proof: await serviceProof(secret, nonce) });
    },
  };
}

/**
 * Creates the service over an open store. Used by the server, by the replay of the demo and, without a socket, by
 * tests.
 */
export function createApp(options: AppOptions): App {
  const { store, session } = options;
  const now = options.now ?? Date.now;
  const keyFits = keyCheck(options.apiKey);
  const hostFits = hostCheck(options.allowedHosts);
  const reportedError = errorReporter(options.onFailure ?? (() => {}));
  const hasKey = ({ headers }: Request) => keyFits(keyOfHeaders(headers));
  const page = createPage({
    store,
    now,
    hasKey,
    settings: options.page ?? { apiKeyFile: null, openCommand: 'tracklens open' },
    files: options.pageFiles ?? pageFiles(),
  });

  /** Routes of this service only; the wire protocol does not have them. */
  const ownRoutes = [
    ...page.routes,
    ...maintenanceRoutes(store, hasKey),
    ...(options.secret ? [proofRoute(options.secret)] : []),
    ...(options.leases ? leaseRoutes(options.leases, hasKey) : []),
  ];
  const hasRoute = (method: string, path: string) =>
    endpointOf(method, path) !== null ||
    ownRoutes.some((route) => route.method === method && matchPath(route, path) !== null);
  const respondToEndpoint = endpointResponder({ store, session, now, keyFits, page, reportedError });

  async function respond(request: Request, address: RequestAddress, peer: Peer | null): Promise<Response> {
    // Node omits the body of a response to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const endpoint = endpointOf(method, address.path);
    if (endpoint !== null) return await respondToEndpoint(endpoint, request, address);
    for (const route of ownRoutes) {
      const fields = route.method === method ? matchPath(route, address.path) : null;
      if (fields !== null) return await route.respond(request, fields, peer);
    }
    const document = await page.documentAt(request);
    if (document !== null) return document;
    const allowed = methods.filter((other) => hasRoute(other, address.path));
    throw allowed.length > 0
      ? methodNotAllowed(request.method, address.path, allowed)
      : noEndpoint(request.method, address);
  }

  const wrongHost = new ServiceError(403, 'The Host header or the address of the request is not that of this service');
  return {
    async fetch(request, peer = null) {
      const address = addressOf(request.url);
      try {
        if (!hostFits(request, address)) throw wrongHost;
        return await respond(request, address, peer);
      } catch (error) {
        // The log and the response have the same id, so that a reported failure can be found.
        const requestId = randomUUID();
        const serviceError = reportedError(error, `${request.method} ${address.path} (request ${requestId})`);
        return errorReply(serviceError, { 'x-request-id': requestId });
      }
    },
  };
}
