import { type AnyEndpoint, contract } from '@tracklens/core/contract';
import { oneWindow } from './body-pieces.ts';
import { type KeyCheck, keyOfBody, keyOfHeaders, keyOfQuery } from './credentials.ts';
import { invalidKey, keyRefusedAtStart } from './errors.ts';
import type { Page } from './page/page.ts';
import type { RequestAddress } from './request-address.ts';
import { type JsonBodyLimits, jsonBodyLimits, readJson } from './request-body.ts';

/** Rows that need no key: whether the service is there, and the parts of an upload, whose addresses are signed. */
const openRows: ReadonlySet<AnyEndpoint> = new Set([
  contract.account.version,
  contract.account.ping,
  contract.assets.uploadPart,
]);
/** Rows that start a run. */
const startRows: ReadonlySet<AnyEndpoint> = new Set([
  contract.logging.addRun,
  contract.logging.getRun,
  contract.logging.copySteps,
]);
/** A body that holds the key itself is read before that is checked: it is small and soon here. */
const limitsWithoutKey: JsonBodyLimits = { ...jsonBodyLimits, maxBytes: 4 * 1024 * 1024, pace: oneWindow };

/**
 * The JSON body of a request, undefined where its row has none. The caller has the service's key in a header or, at the addresses of
 * online logging, in the body or (Python SDKs before 3.44) in the query; or it is a browser that is signed in to the page.
 *
 * @throws ServiceError 401 without the key (400 where a run starts), 403 for what the page may not ask, 400 and 413 for a body that cannot be read.
 */
export async function bodyOfCaller(
  row: AnyEndpoint,
  request: Request,
  { path, search }: RequestAddress,
  keyFits: KeyCheck,
  page: Page,
): Promise<unknown> {
  const isLogging = path.startsWith('/clientlib/');
  const key = keyOfHeaders(request.headers) ?? (isLogging ? keyOfQuery(search) : null);
  const allowed = openRows.has(row) || keyFits(key) || (key === null && page.mayCall(request, row));
  const refusal = startRows.has(row) ? keyRefusedAtStart : invalidKey;
  const bodyMayHoldKey = key === null && isLogging && row.body !== undefined;
  if (!allowed && !bodyMayHoldKey) throw refusal;
  if (row.body === undefined) return undefined;
  const body = await readJson(request, allowed ? jsonBodyLimits : limitsWithoutKey);
  if (!allowed && !keyFits(keyOfBody(body))) throw refusal;
  return body ?? {};
}
