/**
 * Statuses of a service that is unavailable, or whose disk is full. Any other failure of a service may be the fault of
 * the request.
 */
export const unavailableStatuses: ReadonlySet<number | null> = new Set([502, 503, 504, 507]);
