import { sdkErrorCode } from '../contract/sdk-error-code.ts';
import { unavailableStatuses } from '../contract/unavailable-statuses.ts';

/**
 * What became of a request that was on disk:
 *
 * - `stored`: the service has it.
 * - `rejected`: for a reason of its own, so that it need not be sent again.
 * - `failed`: by a failure of an available service, which may be the fault of the request.
 * - `unavailable`: the service can be tried again.
 * - `blocked`: by the key, the plan, the network or this program. Another one may be accepted, so the request stays.
 */
export type SendResult = 'stored' | 'rejected' | 'failed' | 'unavailable' | 'blocked';

/** Statuses that are about the request itself: no other service, account or moment would accept it. */
const rejections: ReadonlySet<number> = new Set([400, 409, 422]);
/** Status of a request that is too large, often for a proxy: another way to the service may accept it. */
const tooLarge = 413;
/** Codes by which a service rejects a key, or an experiment that the account does not see, with such a status. */
const accessCodes: ReadonlySet<number> = new Set([
  sdkErrorCode.unknownKey,
  sdkErrorCode.noSuchExperiment,
  sdkErrorCode.noSuchWorkspace,
]);

/** Returns the result of a response with an error, by its status and the more specific `sdk_error_code`. */
export function failedResult(status: number, code: number = sdkErrorCode.none): Exclude<SendResult, 'stored'> {
  if (status === 429 || unavailableStatuses.has(status)) return 'unavailable';
  if (status >= 500 || status === tooLarge) return 'failed';
  return rejections.has(status) && !accessCodes.has(code) ? 'rejected' : 'blocked';
}
