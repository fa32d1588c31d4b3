/**
 * Statuses of a service that is unavailable, or whose disk is full; 520 to 524 are those of a content delivery network
 * that gets no valid response from it. Any other failure of a service may be the fault of the request.
 */
export const unavailableStatuses: ReadonlySet<number | null> = new Set([502, 503, 504, 507, 520, 521, 522, 523, 524]);
