/**
 * Retry settings of a view's client. A user is waiting: a longer delay requested by the service is reported
 * immediately, and the view makes the next attempt after it.
 */
export const viewRetry = { longestPauseMillis: 5000 } as const;
