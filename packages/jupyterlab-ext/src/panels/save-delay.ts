/** What a panel needs to come back is saved so long after its last change. */
export const saveDelayMillis = 500;
