import { type AnyEndpoint, contract } from '@tracklens/core/contract';
import { oneWindow } from './body-pieces.ts';
import { type KeyCheck, keyOfBody, keyOfHeaders } from './credentials.ts';
import { keyRefused } from './errors.ts';
import type { Page } from './page/page.ts';
import { type JsonBodyLimits, jsonBodyLimits, readJson } from './request-body.ts';

/** Rows that need no key: whether the service is there, and the parts of an upload, whose addresses are signed. */
const openRows: ReadonlySet<AnyEndpoint> = new Set([
  contract.account.version,
  contract.account.ping,
  contract.assets.uploadPart,
]);
/** A body that holds the key itself is read before that is checked: it is small and soon here. */
const limitsWithoutKey: JsonBodyLimits = { ...jsonBodyLimits, maxBytes: 4 * 1024 * 1024, pace: oneWindow };

/**
 * The JSON body of a request, undefined where its row has none. The caller has the service's key in a header or, for logging, in the
 * body itself, or is a browser that is signed in to the page.
 *
 * @throws ServiceError 401 without the key, 403 for what the page may not ask, 400 and 413 for a body that cannot be read.
 */
export async function bodyOfCaller(
  row: AnyEndpoint,
  request: Request,
  keyFits: KeyCheck,
  page: Page,
): Promise<unknown> {
  const headerKey = keyOfHeaders(request.headers);
  const allowed = openRows.has(row) || keyFits(headerKey) || (headerKey === null && page.mayCall(request, row));
  const bodyMayHoldKey = headerKey === null && row.path.startsWith('/clientlib/') && row.body !== undefined;
  if (!allowed && !bodyMayHoldKey) throw keyRefused;
  if (row.body === undefined) return undefined;
  const body = await readJson(request, allowed ? jsonBodyLimits : limitsWithoutKey);
  if (!allowed && !keyFits(keyOfBody(body))) throw keyRefused;
  return body ?? {};
}
