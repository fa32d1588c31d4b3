import { unavailableStatuses } from '../contract/unavailable-statuses.ts';

/** Statuses that are about the request itself: no other service, account or moment would accept it. */
const rejections: ReadonlySet<number | null> = new Set([400, 409, 413, 422]);

/** Returns whether a response with a status rejects a request for good, so that it need not be sent again. */
export function isRejection(status: number | null): boolean {
  return rejections.has(status);
}

/** Returns whether a status is that of a failure of an available service, which may be the fault of the request. */
export function isServiceFailure(status: number): boolean {
  return status >= 500 && !unavailableStatuses.has(status);
}
