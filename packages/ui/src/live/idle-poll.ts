/**
 * Poll interval for data that is not running: a project may get a new experiment, and an ended experiment may be
 * resumed.
 */
export const idlePollMillis = 30_000;
