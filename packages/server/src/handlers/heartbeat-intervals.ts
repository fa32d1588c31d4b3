/** Interval of a run's heartbeats: a sixth of the heartbeat timeout. */
export const heartbeatMillis = 10_000;
/** Interval at which a run samples its GPUs. */
export const gpuMonitorMillis = 60_000;
/** Interval at which a run samples its CPUs and memory. */
export const cpuMonitorMillis = 68_000;
/** Interval at which a run polls for changed parameters. */
export const parameterUpdateMillis = 60_000;
