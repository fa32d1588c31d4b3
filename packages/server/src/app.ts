import { type AnyEndpoint, decodeQuery, endpointOf, endpoints, isSmallRead, matchPath } from '@tracklens/core/contract';
import * as v from 'valibot';
import { bodyOfCaller } from './callers.ts';
import { keyCheck, keyOfHeaders } from './credentials.ts';
import { badRequest, notFound, ownFailure, refusalOf, ServiceError } from './errors.ts';
import type { Handler, HandlerReply, HandlerRequest, Session, SmallAnswer } from './handler.ts';
import { areas } from './handlers/index.ts';
import { hostCheck } from './host-check.ts';
import { readMultipart } from './multipart.ts';
import type { PageSettings } from './page/documents.ts';
import { createPage } from './page/page.ts';
import { errorReply, jsonReply, refusalBody } from './reply.ts';
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
  /** Is told of failures that are the service's own fault. */
  readonly onFailure?: (error: unknown, what: string) => void;
}

/** The service as a function from request to answer. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/** A request after decoding and checking; which row it belongs to, only its handler knows. */
type Given = Omit<HandlerRequest<AnyEndpoint>, 'query' | 'body'> & { readonly query: unknown; readonly body?: unknown };

/** The handler of a row. That there is one for each is checked where `areas` is made. */
function handlerOf(area: string, name: string): Handler<AnyEndpoint> {
  return (areas as unknown as Record<string, Record<string, Handler<AnyEndpoint>>>)[area]![name]!;
}

function check(schema: v.GenericSchema, value: unknown, what: string): unknown {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const at = v.getDotPath(issue);
  throw badRequest(`${what}${at === null ? '' : ` field ${at}`}: ${issue.message}`);
}

/** Makes the service over an open store; used by the server, by the demo's replay and, without a socket, by tests. */
export function createApp(options: AppOptions): App {
  const { store, session } = options;
  const now = options.now ?? Date.now;
  const keyFits = keyCheck(options.apiKey);
  const hostFits = hostCheck(options.allowedHosts);
  const report = options.onFailure ?? (() => {});
  const page = createPage({
    store,
    now,
    hasKey: ({ headers }) => keyFits(keyOfHeaders(headers)),
    settings: options.page ?? { apiKeyFile: null, openCommand: 'tracklens open' },
  });

  const routes = new Map<AnyEndpoint, { fields: v.GenericSchema; handler: Handler<AnyEndpoint> }>(
    endpoints.map(({ area, name, row }) => [row, { fields: v.object(row.query), handler: handlerOf(area, name) }]),
  );

  const queryOf = (row: AnyEndpoint, { search }: RequestAddress) =>
    check(routes.get(row)!.fields, decodeQuery(row.query, new URLSearchParams(search)), 'Query');

  /** What a row's handler says to a request that has been read and checked. */
  function handled(
    row: AnyEndpoint,
    { origin, path }: RequestAddress,
    request: Pick<Given, 'query' | 'headers'> & Partial<Given>,
  ): Promise<HandlerReply<AnyEndpoint>> | HandlerReply<AnyEndpoint> {
    const fields = row.path.includes('{') ? (matchPath(row, path) ?? {}) : {};
    const read = (address: string) => readSmall(addressOf(origin + address), request.headers);
    const given: Given = { path: fields, parts: {}, stream: null, ...request };
    const { handler } = routes.get(row)!;
    return handler(given as HandlerRequest<AnyEndpoint>, { store, session, origin, now, read });
  }

  /** A small read for a caller who may read. */
  async function readSmall(address: RequestAddress, headers: Headers): Promise<SmallAnswer> {
    try {
      const row = endpointOf('GET', address.path);
      if (row === null || !isSmallRead(row)) throw badRequest(`${address.path} is not a small read`);
      const reply = await handled(row, address, { query: queryOf(row, address), headers });
      if (reply instanceof Response) return { status: reply.status, json: await reply.text() };
      return { status: 200, json: JSON.stringify(reply) };
    } catch (error) {
      const refusal = refused(error, `GET ${address.path}`);
      return { status: refusal.status, json: JSON.stringify(refusalBody(refusal)) };
    }
  }

  async function carryOut(row: AnyEndpoint, request: Request, address: RequestAddress): Promise<Response> {
    const given = await bodyOfCaller(row, request, keyFits, page);
    const body = row.body === undefined ? undefined : check(row.body, given, 'Body');
    const query = queryOf(row, address);
    const { headers } = request;
    const multipart = row.parts.length > 0 ? await readMultipart(request, row.parts, store.incomingFolder) : null;
    // The adapter makes a whole Request of Node's message when it is asked for a body.
    const stream = row.method !== 'GET' && row.body === undefined && multipart === null ? request.body : null;
    try {
      const reply = await handled(row, address, { query, headers, body, parts: multipart?.parts ?? {}, stream });
      return reply instanceof Response ? reply : jsonReply(reply);
    } finally {
      await multipart?.discard();
    }
  }

  async function answer(request: Request, address: RequestAddress): Promise<Response> {
    // Node leaves out the body of an answer to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const row = endpointOf(method, address.path);
    if (row !== null) return await carryOut(row, request, address);
    for (const route of page.routes) {
      const fields = route.method === method ? matchPath(route, address.path) : null;
      if (fields !== null) return await route.answer(request, fields);
    }
    const document = await page.documentAt(request);
    if (document !== null) return document;
    throw notFound(`There is nothing at ${request.method} ${address.path}`);
  }

  /** What a failure tells the caller; one of the service's own is told to the log. */
  function refused(error: unknown, what: string): ServiceError {
    if (error instanceof ServiceError) return error;
    report(error, what);
    return refusalOf(error) ?? ownFailure;
  }

  const wrongHost = new ServiceError(403, 'The Host header does not name this service');
  return {
    async fetch(request) {
      const address = addressOf(request.url);
      try {
        if (!hostFits(request)) throw wrongHost;
        return await answer(request, address);
      } catch (error) {
        return errorReply(refused(error, `${request.method} ${address.path}`));
      }
    },
  };
}
