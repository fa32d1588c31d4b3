import type { AnyEndpoint } from '@tracklens/core/contract';
import { contract } from '@tracklens/core/contract';
import { type keyCheck, keyOfBody, keyOfHeaders } from './credentials.ts';
import { ServiceError, sdkErrorCode } from './errors.ts';
import type { Page } from './page/page.ts';
import { maxJsonBytes, readJson } from './request-body.ts';

/** Rows that need no key: whether the service is there, and the parts of an upload, whose addresses are signed. */
const open: ReadonlySet<AnyEndpoint> = new Set([
  contract.account.version,
  contract.account.ping,
  contract.assets.uploadPart,
]);
/** A body that comes before its key was checked is kept small. */
const maxUncheckedBytes = 4 * 1024 * 1024;

const refusal = new ServiceError(401, 'The API key is missing or not the one of this service', sdkErrorCode.none);

/**
 * The JSON body of a request whose caller may ask for a row, undefined where the row has none: with the service's key in a header
 * or, for logging, in the body itself, or signed in to the page.
 *
 * @throws ServiceError 401 without the key, 403 for what the page may not ask, 400 and 413 for a body that cannot be read.
 */
export async function bodyOfCaller(
  row: AnyEndpoint,
  request: Request,
  keyFits: ReturnType<typeof keyCheck>,
  page: Page,
): Promise<unknown> {
  const headerKey = keyOfHeaders(request.headers);
  const allowed = open.has(row) || keyFits(headerKey) || (headerKey === null && page.mayCall(request, row));
  const bodyMayHoldKey = headerKey === null && row.path.startsWith('/clientlib/') && row.body !== undefined;
  if (!allowed && !bodyMayHoldKey) throw refusal;
  if (row.body === undefined) return undefined;
  const body = await readJson(request, allowed ? maxJsonBytes : maxUncheckedBytes);
  if (!allowed && !keyFits(keyOfBody(body))) throw refusal;
  return body ?? {};
}
