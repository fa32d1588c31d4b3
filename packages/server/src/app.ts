import { type AnyEndpoint, contract, decodeQuery, endpoints } from '@tracklens/core/contract';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { keyCheck, keyOfBody, keyOfHeaders } from './credentials.ts';
import { badRequest, notFound, refusalOf, ServiceError, sdkErrorCode } from './errors.ts';
import type { Handler, HandlerContext, Session } from './handler.ts';
import { areas } from './handlers/index.ts';
import { hostCheck } from './host-check.ts';
import { type Multipart, readMultipart } from './multipart.ts';
import type { PageSettings } from './page/documents.ts';
import { createPage } from './page/page.ts';
import { errorReply, failureReply, jsonReply } from './reply.ts';
import { maxJsonBytes, readJson } from './request-body.ts';
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

/** Rows that need no key: whether the service is there, and the parts of an upload, whose addresses are signed. */
const open = new Set<string>([
  contract.account.version.path,
  contract.account.ping.path,
  contract.assets.uploadPart.path,
]);
/** A body that comes before its key was checked is kept small. */
const maxUncheckedBytes = 4 * 1024 * 1024;

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The fields of an address; a request's address is whole and normal already, so that nothing needs to parse it again. */
function searchOf(url: string): URLSearchParams {
  const [address = ''] = url.split('#', 1);
  const at = address.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : address.slice(at + 1));
}

/** Scheme, host and port of a request's address. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2));
}

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
  const app = new Hono();
  const page = createPage({
    store,
    now,
    hasKey: ({ headers }) => keyFits(keyOfHeaders(headers)),
    settings: options.page ?? { apiKeyFile: null, openCommand: 'tracklens open' },
  });

  const refuseKey = () =>
    new ServiceError(401, 'The API key is missing or not the one of this service', sdkErrorCode.none);

  async function carryOut(
    row: AnyEndpoint,
    fields: v.GenericSchema,
    handler: Handler<AnyEndpoint>,
    context: Context,
  ): Promise<Response> {
    const request = context.req.raw;
    const headerKey = keyOfHeaders(request.headers);
    const isOpen = open.has(row.path) || (headerKey === null && page.mayCall(request, row));
    const bodyMayHoldKey =
      !isOpen && headerKey === null && row.path.startsWith('/clientlib/') && row.body !== undefined;
    if (!isOpen && !bodyMayHoldKey && !keyFits(headerKey)) throw refuseKey();

    let body: unknown;
    if (row.body !== undefined) {
      const given = await readJson(request, bodyMayHoldKey ? maxUncheckedBytes : maxJsonBytes);
      if (bodyMayHoldKey && !keyFits(keyOfBody(given))) throw refuseKey();
      body = check(row.body, given ?? {}, 'Body');
    }
    const query = check(fields, decodeQuery(row.query, searchOf(request.url)), 'Query');
    let multipart: Multipart | null = null;
    try {
      if (row.parts.length > 0) multipart = await readMultipart(request, row.parts, store.incomingFolder);
      const reply = await handler(
        {
          query,
          path: context.req.param(),
          body: body as undefined,
          parts: multipart?.parts ?? {},
          headers: request.headers,
          // The adapter makes a whole Request of Node's message when it is asked for a body.
          stream: row.method !== 'GET' && row.body === undefined && row.parts.length === 0 ? request.body : null,
        } as Parameters<Handler<AnyEndpoint>>[0],
        { store, session, origin: originOf(request.url), now } satisfies HandlerContext,
      );
      return reply instanceof Response ? reply : jsonReply(reply);
    } finally {
      await multipart?.discard();
    }
  }

  for (const { area, name, row } of endpoints) {
    const handler = handlerOf(area, name);
    const fields = v.object(row.query);
    for (const path of [row.path, ...row.alsoAt]) {
      app.on(row.method, honoPath(path), (context) => carryOut(row, fields, handler, context));
    }
  }
  for (const { method, path, answer } of page.routes) {
    app.on(method, path, async (context) => answer(context.req.raw, context.req.param()));
  }
  app.notFound(
    async (context) =>
      (await page.documentAt(context.req.raw)) ??
      errorReply(notFound(`There is nothing at ${context.req.method} ${context.req.path}`)),
  );
  app.onError((error, context) => {
    if (error instanceof ServiceError) return errorReply(error);
    report(error, `${context.req.method} ${context.req.path}`);
    const refusal = refusalOf(error);
    return refusal === null ? failureReply() : errorReply(refusal);
  });

  const wrongHost = new ServiceError(403, 'The Host header does not name this service');
  // Before the routes, not as a middleware of theirs: one handler alone is called without building a chain.
  return { fetch: async (request) => (hostFits(request) ? app.fetch(request) : errorReply(wrongHost)) };
}
