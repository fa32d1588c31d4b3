import { type AnyEndpoint, contract } from '@tracklens/core/contract';
import { invalidKey, keyRejectedAtStart } from '../errors/service-error.ts';
import { oneWindow } from '../http/body-pieces.ts';
import { type KeyCheck, keyOfBody, keyOfHeaders, keyOfQuery } from '../http/credentials.ts';
import type { RequestAddress } from '../http/request-address.ts';
import { type JsonBodyLimits, jsonBodyLimits, readJson } from '../http/request-body.ts';
import type { Page } from '../page/page.ts';
import { exactParsers } from './exact-bodies.ts';

/** Endpoints that need no key: health checks, and the parts of an upload, whose URLs are signed. */
const keylessEndpoints: ReadonlySet<AnyEndpoint> = new Set([
  contract.account.version,
  contract.account.ping,
  contract.assets.uploadPart,
]);
/** Endpoints that start a run. */
const startEndpoints: ReadonlySet<AnyEndpoint> = new Set([
  contract.logging.addRun,
  contract.logging.getRun,
  contract.logging.copySteps,
]);
/**
 * Limits of a body that contains the key itself. It is read before the key is checked, so it must be small and arrive
 * quickly.
 */
const limitsWithoutKey: JsonBodyLimits = { ...jsonBodyLimits, maxBytes: 4 * 1024 * 1024, pace: oneWindow };

/**
 * Authorizes a request and returns its JSON body; undefined when the endpoint has none. The client sends the
 * service's key in a header or, at the endpoints of online logging, in the body or (Python SDKs before 3.44) in the
 * query. A browser that is signed in to the page is authorized too.
 *
 * @throws ServiceError 401 without the key (400 where a run starts), 403 for a request that the page may not send,
 * 400, 408, 413 and 415 for a body that cannot be read.
 */
export async function bodyOfCaller(
  endpoint: AnyEndpoint,
  request: Request,
  { path, search }: RequestAddress,
  keyFits: KeyCheck,
  page: Page,
): Promise<unknown> {
  const isLogging = path.startsWith('/clientlib/');
  const key = keyOfHeaders(request.headers) ?? (isLogging ? keyOfQuery(search) : null);
  const allowed = keylessEndpoints.has(endpoint) || keyFits(key) || (key === null && page.mayCall(request, endpoint));
  const error = startEndpoints.has(endpoint) ? keyRejectedAtStart : invalidKey;
  const bodyMayHoldKey = key === null && isLogging && endpoint.body !== undefined;
  if (!allowed && !bodyMayHoldKey) throw error;
  if (endpoint.body === undefined) return undefined;
  const limits = allowed ? jsonBodyLimits : limitsWithoutKey;
  const body = await readJson(request, { ...limits, parse: exactParsers.get(endpoint) });
  if (!allowed && !keyFits(keyOfBody(body))) throw error;
  return body ?? {};
}
