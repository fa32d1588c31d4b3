import { sdkErrorCode } from '../contract/sdk-error-code.ts';
import { unavailableStatuses } from '../contract/unavailable-statuses.ts';

/**
 * What became of a request that was on disk:
 *
 * - `stored`: the service has it.
 * - `rejected`: for a reason of its own, so that it need not be sent again.
 * - `too-large`: for the service or a proxy before it. Another way to the service may accept it.
 * - `denied`: by the plan, or by what the key permits. Other requests may be permitted.
 * - `failed`: by a failure of an available service, which may be the fault of the request.
 * - `unavailable`: the service can be tried again.
 * - `blocked`: by the key, the network or this program, like all others. Another one may be accepted.
 */
export type SendResult = 'stored' | 'rejected' | 'too-large' | 'denied' | 'failed' | 'unavailable' | 'blocked';

/** Statuses that are about the request itself: no other service, account or moment would accept it. */
const rejections: ReadonlySet<number> = new Set([400, 409, 422]);
/** Status of a request that is too large, often for a proxy. */
const tooLarge = 413;
/** Status of a key that is not accepted. */
const unauthorized = 401;
/** Codes by which a service rejects a key, or an experiment that the account does not see, with such a status. */
const accessCodes: ReadonlySet<number> = new Set([
  sdkErrorCode.unknownKey,
  sdkErrorCode.noSuchExperiment,
  sdkErrorCode.noSuchWorkspace,
]);

/** Returns the result of a response with an error, by its status and the more specific `sdk_error_code`. */
export function failedResult(status: number, code: number = sdkErrorCode.none): Exclude<SendResult, 'stored'> {
  if (status === 429 || unavailableStatuses.has(status)) return 'unavailable';
  if (status >= 500) return 'failed';
  if (status === tooLarge) return 'too-large';
  if (status < 400 || status === unauthorized || accessCodes.has(code)) return 'blocked';
  return rejections.has(status) ? 'rejected' : 'denied';
}
