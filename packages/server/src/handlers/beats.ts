/** How often a run says that it is alive: six times before its silence counts. */
export const aliveBeatMillis = 10_000;
export const gpuMonitorMillis = 60_000;
export const cpuMonitorMillis = 68_000;
export const parameterUpdateMillis = 60_000;
