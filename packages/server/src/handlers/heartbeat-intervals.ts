/** How often a run says that it is alive: six times before its silence counts. */
export const heartbeatMillis = 10_000;
/** How often a run reads its GPUs. */
export const gpuMonitorMillis = 60_000;
/** How often a run reads its CPUs and memory. */
export const cpuMonitorMillis = 68_000;
/** How often a run asks whether its parameters changed. */
export const parameterUpdateMillis = 60_000;
