/**
 * How the client of a view repeats requests. A person looks at the view: a wait of more than a few seconds that the service
 * asks for is shown at once, and the view makes the next attempt after it.
 */
export const viewRetry = { longestPauseMillis: 5000 } as const;
