import * as v from 'valibot';
import { int, maybeInt, maybeText, text, texts } from './fields.ts';

// Records of the machine and the code of an experiment.

/** Properties of a GPU at the start. Memory is in bytes. @interface */
export const GpuStaticInfo = v.object({
  /** Index of the GPU. */
  gpuIndex: int,
  /** Name of the model. */
  name: text,
  /** Unique id of the device. */
  uuid: text,
  /** Bytes. */
  totalMemory: int,
  /** Power limit as logged: watts, or milliwatts from some clients. */
  powerLimit: int,
});
export type GpuStaticInfo = v.InferOutput<typeof GpuStaticInfo>;

/** Measurement of a GPU. Memory is in bytes, utilization in percent. @interface */
export const GpuMetrics = v.object({
  /** Index of the GPU. */
  gpuId: v.number(),
  /** Bytes. */
  freeMemory: v.number(),
  /** Bytes. */
  usedMemory: v.number(),
  /** Percent. */
  gpuUtilization: v.number(),
  /** Bytes. */
  totalMemory: v.number(),
});
export type GpuMetrics = v.InferOutput<typeof GpuMetrics>;

/** Detail of the machine without a field of its own. @interface */
export const AdditionalSystemInfo = v.object({
  /** Name of the detail. */
  key: v.string(),
  /** Value as logged. An integer whose digits a number does not preserve is a string of them. */
  value: v.unknown(),
});
export type AdditionalSystemInfo = v.InferOutput<typeof AdditionalSystemInfo>;

/** Machine and process of an experiment. @interface */
export const SystemDetails = v.object({
  /** Key of the experiment. */
  experimentKey: text,
  /** User of the operating system. */
  user: maybeText,
  /** Version of Python, for example `3.12.1`. */
  pythonVersion: maybeText,
  /** Version and build of Python. */
  pythonVersionVerbose: maybeText,
  /** Id of the process. */
  pid: v.nullish(v.union([v.number(), v.string()]), null),
  /** Kind of operating system, for example `Linux`. */
  osType: maybeText,
  /** Operating system with its version. */
  os: maybeText,
  /** Release of the kernel. */
  osRelease: maybeText,
  /** Architecture, for example `x86_64`. */
  machine: maybeText,
  /** Name of the processor. */
  processor: maybeText,
  /** Address of the machine. */
  ip: maybeText,
  /** Name of the machine. */
  hostname: maybeText,
  /** GPUs of the machine. */
  gpuStaticInfoList: v.nullish(v.array(GpuStaticInfo), () => []),
  /** Details without a field of their own. */
  logAdditionalSystemInfoList: v.nullish(v.array(AdditionalSystemInfo), () => []),
  /** Names of the logged system metrics. */
  systemMetricNames: texts,
  /** Largest total memory of a GPU in bytes; null when unknown. */
  maxTotalMemory: maybeInt,
  /** Memory of the machine in bytes; null when unknown. */
  totalRam: maybeInt,
  /** Addresses of the network interfaces. */
  networkInterfaceIps: texts,
  /** Command line of the process, in words. */
  command: texts,
  /** Path of the interpreter. */
  executable: maybeText,
  /** Installed packages of the operating system. */
  osPackages: texts,
  /** Installed Python packages. */
  installedPackages: texts,
});
export type SystemDetails = v.InferOutput<typeof SystemDetails>;

/** State of the git repository of the code. @interface */
export const GitMetadata = v.object({
  /** Author of the commit. */
  user: maybeText,
  /** Root folder of the repository. */
  root: maybeText,
  /** Branch that was checked out. */
  branch: maybeText,
  /** Commit that was checked out. */
  parent: maybeText,
  /** URL of the remote repository. */
  origin: maybeText,
});
export type GitMetadata = v.InferOutput<typeof GitMetadata>;
