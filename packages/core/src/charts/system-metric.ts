/** Names of system metrics. In a distributed run, the name of a node precedes them, such as `node1.sys.ram.used`. */
const systemName = /^sys\.|\.sys\.(compute|cpu|disk|gpu|load|network|ram)\.|^process duration$/;

/** Returns whether the SDK measured a metric by itself, about the machine and the process. */
export const isSystemMetric = (name: string): boolean => systemName.test(name);
