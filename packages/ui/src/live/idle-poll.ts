/** Interval at which what does not run is read: a project may get a new experiment, and an experiment that ended may be resumed. */
export const idlePollMillis = 30_000;
