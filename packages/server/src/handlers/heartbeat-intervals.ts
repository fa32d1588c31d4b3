import { heartbeatTimeoutMillis } from '../store/experiments/experiment-state.ts';

/** Interval of a run's heartbeats. Several may be lost before the run is assumed to have ended. */
export const heartbeatMillis = heartbeatTimeoutMillis / 6;
/** Interval at which a run samples its GPUs. */
export const gpuMonitorMillis = 60_000;
/** Interval at which a run samples its CPUs and memory. */
export const cpuMonitorMillis = 68_000;
/** Interval at which a run polls for changed parameters. */
export const parameterUpdateMillis = 60_000;
