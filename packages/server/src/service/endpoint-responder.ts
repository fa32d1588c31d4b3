import {
  type AnyEndpoint,
  decodeQuery,
  endpointOf,
  endpoints,
  holdsAnyValue,
  isSmallRead,
  matchPath,
} from '@tracklens/core/contract';
import * as v from 'valibot';
import { badRequest, type ServiceError } from '../errors/service-error.ts';
import type { Handler, HandlerContext, HandlerReply, HandlerRequest, SmallResponse } from '../handlers/handler.ts';
import { areas } from '../handlers/index.ts';
import type { KeyCheck } from '../http/credentials.ts';
import { readMultipart } from '../http/multipart.ts';
import { checkNesting } from '../http/nesting.ts';
import { errorBody, jsonReply } from '../http/reply.ts';
import { addressOf, type RequestAddress } from '../http/request-address.ts';
import type { Page } from '../page/page.ts';
import { makeIncoming } from '../store/files/incoming-files.ts';
import { bodyOfCaller } from './callers.ts';

/** Options of `endpointResponder`. */
export interface EndpointResponderOptions extends Pick<HandlerContext, 'store' | 'session' | 'now'> {
  readonly keyFits: KeyCheck;
  readonly page: Page;
  /** Converts a failure into the error for the client. */
  readonly reportedError: (error: unknown, what: string) => ServiceError;
}

/** Responds to a request for an endpoint of the contract; rejects with the error to send. */
export type EndpointResponder = (endpoint: AnyEndpoint, request: Request, address: RequestAddress) => Promise<Response>;

/** Decoded and validated request. Only its handler knows the type of its endpoint. */
type ValidRequest = Omit<HandlerRequest<AnyEndpoint>, 'query' | 'body'> & {
  readonly query: unknown;
  readonly body?: unknown;
};

/** Returns the handler of an endpoint. The type of `areas` guarantees that each has one. */
function handlerOf(area: string, name: string): Handler<AnyEndpoint> {
  return (areas as unknown as Record<string, Record<string, Handler<AnyEndpoint>>>)[area]![name]!;
}

function check(schema: v.GenericSchema, value: unknown, part: string): unknown {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const at = v.getDotPath(issue);
  const field = at === null ? part : `${part} field ${at}`;
  throw badRequest(issue.received === 'undefined' ? `${field} is missing` : `${field}: ${issue.message}`);
}

/** Handler of an endpoint, with the checks of its requests. */
interface Route {
  readonly query: v.GenericSchema;
  /** Whether the body may have fields of any content, whose nesting is limited. */
  readonly isBodyOpen: boolean;
  readonly handler: Handler<AnyEndpoint>;
}

const routes: ReadonlyMap<AnyEndpoint, Route> = new Map(
  endpoints.map(({ area, name, endpoint }) => {
    const isBodyOpen = endpoint.body !== undefined && holdsAnyValue(endpoint.body);
    return [endpoint, { query: v.object(endpoint.query), isBodyOpen, handler: handlerOf(area, name) }];
  }),
);

/** Returns the validated query of a request. */
function queryOf(endpoint: AnyEndpoint, { search }: RequestAddress): unknown {
  return check(routes.get(endpoint)!.query, decodeQuery(endpoint.query, new URLSearchParams(search)), 'Query');
}

/**
 * Creates the function that responds to endpoint requests: it authorizes the client, reads and validates the request,
 * and calls the handler.
 */
export function endpointResponder({
  store,
  session,
  now,
  keyFits,
  page,
  reportedError,
}: EndpointResponderOptions): EndpointResponder {
  /** Calls the handler of an endpoint with a validated request. */
  function handled(
    endpoint: AnyEndpoint,
    { origin, path }: RequestAddress,
    request: Pick<ValidRequest, 'query' | 'headers'> & Partial<ValidRequest>,
  ): Promise<HandlerReply<AnyEndpoint>> | HandlerReply<AnyEndpoint> {
    const fields = endpoint.path.includes('{') ? (matchPath(endpoint, path) ?? {}) : {};
    const read = (address: string) => readSmall(addressOf(origin + address), request.headers);
    const valid: ValidRequest = { path: fields, parts: {}, stream: null, ...request };
    const { handler } = routes.get(endpoint)!;
    return handler(valid as HandlerRequest<AnyEndpoint>, { store, session, origin, now, read });
  }

  /** Carries out a small read for a client that is already authorized. */
  async function readSmall(address: RequestAddress, headers: Headers): Promise<SmallResponse> {
    try {
      const endpoint = endpointOf('GET', address.path);
      if (endpoint === null || !isSmallRead(endpoint)) throw badRequest(`${address.path} cannot be read in a batch`);
      const reply = await handled(endpoint, address, { query: queryOf(endpoint, address), headers });
      if (reply instanceof Response) return { status: reply.status, json: await reply.text() };
      return { status: 200, json: JSON.stringify(reply) };
    } catch (error) {
      const serviceError = reportedError(error, `GET ${address.path}`);
      return { status: serviceError.status, json: JSON.stringify(errorBody(serviceError)) };
    }
  }

  return async (endpoint, request, address) => {
    const received = await bodyOfCaller(endpoint, request, address, keyFits, page);
    const body = endpoint.body === undefined ? undefined : check(endpoint.body, received, 'Body');
    if (routes.get(endpoint)!.isBodyOpen) checkNesting(body);
    const query = queryOf(endpoint, address);
    const { headers } = request;
    const multipart =
      endpoint.parts.length > 0 ? await readMultipart(request, endpoint.parts, await makeIncoming(store)) : null;
    // The adapter builds a full Request from Node's message when its body is accessed.
    const stream = endpoint.method !== 'GET' && endpoint.body === undefined && multipart === null ? request.body : null;
    try {
      const reply = await handled(endpoint, address, { query, headers, body, parts: multipart?.parts ?? {}, stream });
      return reply instanceof Response ? reply : jsonReply(reply);
    } finally {
      await multipart?.discard();
      // An error response, too, may report what was stored.
      if (endpoint.effect === 'write') await store.synced();
    }
  };
}
