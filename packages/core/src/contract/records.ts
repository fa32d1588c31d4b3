import * as v from 'valibot';

/*
 * Schemas of the records, with the exact field names of the REST interface. Responses are validated against them. A
 * required field that a service omits gets a neutral value, so that callers never see `undefined`.
 */

const text = v.nullish(v.string(), '');
const maybeText = v.nullish(v.string(), null);
const int = v.nullish(v.number(), 0);
const maybeInt = v.nullish(v.number(), null);
const flag = v.nullish(v.boolean(), false);
const texts = v.nullish(v.array(v.string()), () => []);
const json = v.nullish(v.unknown(), null);
/** Values are text, or numbers or booleans from some clients. */
const valueText = v.nullish(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), '');
const maybeValueText = v.nullish(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), null);

/** Reply of almost every write. @interface */
export const WriteReply = v.object({
  /** Message of the service. */
  msg: text,
  /** HTTP status that the service repeats in the body. */
  code: v.nullish(v.number(), 200),
  /** Additional data; null for most writes. */
  data: json,
  /** 0, or the code of an error. */
  sdk_error_code: int,
});

/** Owner of the API key, and the default workspace. @interface */
export const AccountDetails = v.object({
  /** Name of the user. */
  userName: text,
  /** Workspace that is used when none is given. */
  defaultWorkspaceName: text,
});

/** Project of a workspace. @interface */
export const Project = v.object({
  /** Id of the project. */
  projectId: v.string(),
  /** Name of the project. */
  projectName: text,
  /** User who created the project. */
  ownerUserName: text,
  /** Description; empty when there is none. */
  projectDescription: text,
  /** Workspace of the project. */
  workspaceName: text,
  /** Number of experiments that are not archived. */
  numberOfExperiments: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** Whether everyone can see the project. */
  public: flag,
  /** The same flag under the name that other clients read. */
  isPublic: v.optional(v.nullable(v.boolean())),
});

/** Named layout of a project page. Only the views interpret its state; the service stores it unchanged. @interface */
export const ProjectView = v.object({
  /** Id of the view. */
  viewId: v.string(),
  /** Name of the view. */
  viewName: v.string(),
  /** Layout and settings of the page. */
  state: v.record(v.string(), v.unknown()),
  /** Whether the project opens in this view by default. True for at most one view. */
  isDefault: v.nullish(v.boolean(), false),
  /** User who saved the view. */
  ownerUserName: v.nullish(v.string(), ''),
  /** Milliseconds since 1970. */
  createdAt: v.nullish(v.number(), 0),
  /** Milliseconds since 1970. */
  lastUpdated: v.nullish(v.number(), 0),
});

/** Name, location and state of an experiment. Times and durations are in milliseconds. @interface */
export const ExperimentMetadata = v.object({
  /** Whether the experiment is archived. */
  archived: flag,
  /** Duration so far, or until the end. */
  durationMillis: int,
  /** End, in milliseconds since 1970. While the experiment runs, the local service reports the current time. */
  endTimeMillis: int,
  /** Key of the experiment. */
  experimentKey: v.string(),
  /** Name of the experiment; null when it has none. */
  experimentName: maybeText,
  /** Name of the script; null when it is unknown. */
  fileName: maybeText,
  /** Path of the script; null when it is unknown. */
  filePath: maybeText,
  /** Id of the optimization that created the experiment, or null. */
  optimizationId: maybeText,
  /** Id of the project. */
  projectId: text,
  /** Name of the project. */
  projectName: text,
  /** Whether the experiment is running. */
  running: flag,
  /** Start, in milliseconds since 1970. */
  startTimeMillis: int,
  /** Whether the service limits how much the experiment may log. */
  throttle: flag,
  /** Workspace of the project. */
  workspaceName: text,
  /** Not part of the original REST interface. Distinguishes `crashed` from `finished`. */
  hasCrashed: v.optional(v.nullable(v.boolean())),
});

/** Point of a metric. @interface */
export const MetricRecord = v.object({
  /** Name of the metric. */
  metricName: v.string(),
  /** Value as text, which preserves `NaN`, infinities and all digits. */
  metricValue: valueText,
  /** Milliseconds since 1970. */
  timestamp: int,
  /** Step; null when none was logged. */
  step: maybeInt,
  /** Epoch; null when none was logged. */
  epoch: maybeInt,
  /** Context, for example `train`; null when none was logged. */
  runContext: maybeText,
});

/** Summary of a metric: its last, minimum and maximum value, each with timestamp and step. @interface */
export const MetricSummary = v.object({
  /** Name of the metric. */
  name: v.string(),
  /** Maximum value, as text. */
  valueMax: valueText,
  /** Minimum value, as text. */
  valueMin: valueText,
  /** Last value, as text. */
  valueCurrent: valueText,
  /** Time of the maximum, in milliseconds since 1970. */
  timestampMax: int,
  /** Time of the minimum, in milliseconds since 1970. */
  timestampMin: int,
  /** Time of the last value, in milliseconds since 1970. */
  timestampCurrent: int,
  /** Step of the maximum. */
  stepMax: maybeInt,
  /** Step of the minimum. */
  stepMin: maybeInt,
  /** Step of the last value. */
  stepCurrent: maybeInt,
});

/** Summary of a parameter or another item. It has no step fields. @interface */
export const ParameterSummary = v.object({
  /** Name of the parameter or item. */
  name: v.string(),
  /** Maximum value, as text; null when there is none. */
  valueMax: maybeValueText,
  /** Minimum value, as text; null when there is none. */
  valueMin: maybeValueText,
  /** Last value, as text. */
  valueCurrent: valueText,
  /** Time of the maximum, in milliseconds since 1970. */
  timestampMax: int,
  /** Time of the minimum, in milliseconds since 1970. */
  timestampMin: int,
  /** Time of the last value, in milliseconds since 1970. */
  timestampCurrent: int,
});

/** Chart data of one metric of one experiment: parallel lists of equal length. */
export interface ChartMetric {
  /** Name of the metric. */
  readonly metricName: string;
  /** Numbers, or text for `NaN` and infinities. */
  readonly values: readonly (number | string | null)[];
  /** Steps of the values; null when no value has a step. */
  readonly steps: readonly (number | null)[] | null;
  /** Epochs of the values; null when no value has an epoch. */
  readonly epochs: readonly (number | null)[] | null;
  /** Milliseconds since 1970. */
  readonly timestamps: readonly (number | null)[] | null;
  /** Milliseconds since the first point of the experiment. */
  readonly durations: readonly (number | null)[] | null;
  /** Total number of logged points, if the service reports it. More than `values` contains after sampling. */
  readonly total?: number;
}

/** Chart data of one experiment. */
export interface ChartEntry {
  /** Key of the experiment. */
  readonly experiment_key: string;
  /** Key of the experiment, under the name of newer services. */
  readonly experimentKey?: string;
  /** Name of the experiment; null when it has none. */
  readonly experimentName?: string | null;
  /** Whether there is no data. */
  readonly empty?: boolean;
  /** Steps of all metrics with `independent: false`; else null, because each metric has its own. */
  readonly steps: readonly (number | null)[] | null;
  /** Epochs of all metrics with `independent: false`; else null, because each metric has its own. */
  readonly epochs: readonly (number | null)[] | null;
  /** Data of each requested metric. */
  readonly metrics: readonly ChartMetric[];
  /** Parameter values by name. Null if no parameters were requested. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** Chart data by experiment key. */
export type ChartData = Readonly<Record<string, ChartEntry>>;

/** Only checked to be an object: it can contain millions of points, and its reader checks each value. */
export const ChartResponse = v.object({
  experiments: v.custom<ChartData>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object keyed by experiment key',
  ),
});

/** File that an experiment logged, without its content. @interface */
export const AssetRecord = v.object({
  /** Name of the file, with its folders. */
  fileName: text,
  /** Size in bytes. */
  fileSize: int,
  /** Context in which it was logged, for example `train`; null when none was given. */
  runContext: maybeText,
  /** Step at which it was logged; null when none was given. */
  step: maybeInt,
  /** URL of the content. */
  link: text,
  /** Time of the upload, in milliseconds since 1970. */
  createdAt: int,
  /** Folder of the file name. */
  dir: text,
  /** Whether the service can show the content. */
  canView: flag,
  /** Whether it is an audio file. */
  audio: flag,
  /** Whether it is a video. */
  video: flag,
  /** Whether it is a histogram. */
  histogram: flag,
  /** Whether it is an image. */
  image: flag,
  /** Type of the asset, for example `image` or `model-element`. */
  type: text,
  /** Some services send it as JSON text. Callers get the parsed value. */
  metadata: json,
  /** Id of the asset. */
  assetId: v.string(),
  /** Whether the file is stored outside the service, at `link`. */
  remote: flag,
});

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

/** Detail of the machine without a field of its own. @interface */
export const AdditionalSystemInfo = v.object({
  /** Name of the detail. */
  key: v.string(),
  /** Value as logged. */
  value: v.unknown(),
});

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

/** Reply to a heartbeat: intervals of the next reports in milliseconds. @interface */
export const UpdateStatusReply = v.object({
  /** Interval of heartbeats. */
  isAliveBeatDurationMillis: v.number(),
  /** Interval of GPU metrics. */
  gpuMonitorIntervalMillis: v.number(),
  /** Interval of CPU metrics. */
  cpuMonitorIntervalMillis: int,
});

/** Version of an artifact. @interface */
export const ArtifactVersion = v.object({
  /** Id of the version. */
  artifactVersionId: v.string(),
  /** Semantic version. */
  version: text,
  /** User who created the version. */
  owner: text,
  /** JSON value, or null. */
  metadata: json,
  /** Experiment that created the version, or null. */
  createdFrom: json,
  /** Total size of the files. */
  sizeInBytes: int,
  /** State of the upload, for example `CLOSED` when it is complete. */
  state: json,
  /** Time of creation, in milliseconds since 1970. */
  added: int,
  /** Aliases, for example `Latest`. */
  alias: texts,
  /** Tags of the version. */
  tags: texts,
});

/** Artifact with its versions. @interface */
export const ArtifactDetails = v.object({
  /** Id of the artifact. */
  artifactId: v.string(),
  /** Project of the artifact. */
  project: text,
  /** Type, for example `dataset`. */
  type: text,
  /** Name, unique in the workspace. */
  name: text,
  /** Description; null when there is none. */
  description: maybeText,
  /** Newest complete version. */
  latestVersion: text,
  /** Tags of the artifact. */
  tags: texts,
  /** Whether everyone can see the artifact. */
  isPublic: flag,
  /** Emoji of the artifact, or null. */
  emoji: maybeText,
  /** Size of the files. */
  sizeInBytes: int,
  /** Versions of the artifact. */
  versions: v.nullish(v.array(ArtifactVersion), () => []),
});

/** Artifact in the list of a workspace, with the number of its versions. @interface */
export const ArtifactListEntry = v.object({
  /** Id of the artifact. */
  artifactId: v.string(),
  /** Project of the artifact. */
  project: text,
  /** Type, for example `dataset`. */
  type: text,
  /** Name, unique in the workspace. */
  name: text,
  /** Description; null when there is none. */
  description: maybeText,
  /** Number of versions. */
  versionsCount: int,
  /** Tags of the artifact. */
  tags: texts,
  /** Whether everyone can see the artifact. */
  isPublic: flag,
  /** Emoji of the artifact, or null. */
  emoji: maybeText,
  /** Size of the files. */
  sizeInBytes: int,
});

/** File of an artifact version. @interface */
export const ArtifactFile = v.object({
  /** Id of the artifact. */
  artifactId: text,
  /** Id of the version. */
  artifactVersionId: text,
  /** Id of the file. */
  assetId: v.string(),
  /** Name of the file, with its folders. */
  fileName: text,
  /** Size in bytes. */
  fileSize: int,
  /** URL of the content, or null. */
  link: maybeText,
  /** Folder of the file name, or null. */
  dir: maybeText,
  /** Whether the file is stored elsewhere, at `link`. */
  remote: flag,
  /** Type of the asset. */
  type: text,
  /** JSON value, or null. */
  metadata: json,
});

/** Model that an experiment logged. @interface */
export const ExperimentModel = v.object({
  /** Id of the model. */
  experimentModelId: text,
  /** Name of the model. */
  experimentModelName: text,
  /** Key of the experiment. */
  experimentKey: text,
});

/** Version of a registered model. @interface */
export const ModelVersion = v.object({
  /** Id of the version. */
  registryModelItemId: v.string(),
  /** Model that was registered, or null. */
  experimentModel: v.nullish(ExperimentModel, null),
  /** Semantic version. */
  version: text,
  /** Comment; empty when there is none. */
  comment: text,
  /** Address of a zip of the version's files. It requires the API key. */
  restApiUrl: v.optional(v.string()),
  /** Deprecated in favor of status and tags. */
  stages: texts,
  /** Status, for example `Production`; null when there is none. */
  status: v.optional(v.nullable(v.string())),
  /** Tags of the version. */
  tags: v.optional(v.nullable(v.array(v.string()))),
  /** User who registered the version. */
  userName: text,
  /** Milliseconds since 1970. */
  createdAt: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** Files of the version. */
  assets: v.nullish(v.array(AssetRecord), () => []),
});

/** Registered model of a workspace, with its versions. @interface */
export const RegisteredModel = v.object({
  /** Id of the model. */
  registryModelId: v.string(),
  /** Name of the model. */
  modelName: text,
  /** Description; empty when there is none. */
  description: text,
  /** Whether everyone can see the model. */
  isPublic: flag,
  /** Milliseconds since 1970. */
  createdAt: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** User who registered the model. */
  userName: text,
  /** Number of versions. */
  numberOfVersions: v.optional(v.number()),
  /** Versions of the model. */
  versions: v.nullish(v.array(ModelVersion), () => []),
});

/** Ids of a registered model and its new version. @interface */
export const RegistrationReply = v.object({
  /** Id of the registered model. */
  registryModelId: text,
  /** Id of its new version. */
  registryModelItemId: text,
});

/** Column of a project that a query can test, with its source and the type of its values. @interface */
export const Column = v.object({
  /** Name of the column. */
  name: v.string(),
  /** Source of the values, for example `metrics`. */
  source: v.string(),
  /** `string`, `boolean`, `double`, `datetime` or `timenumber`. */
  type: v.string(),
});

// Types of the records. Each is described at its schema above.

export type WriteReply = v.InferOutput<typeof WriteReply>;
export type AccountDetails = v.InferOutput<typeof AccountDetails>;
export type Project = v.InferOutput<typeof Project>;
export type ProjectView = v.InferOutput<typeof ProjectView>;
export type ExperimentMetadata = v.InferOutput<typeof ExperimentMetadata>;
export type MetricRecord = v.InferOutput<typeof MetricRecord>;
export type MetricSummary = v.InferOutput<typeof MetricSummary>;
export type ParameterSummary = v.InferOutput<typeof ParameterSummary>;
export type AssetRecord = v.InferOutput<typeof AssetRecord>;
export type GpuStaticInfo = v.InferOutput<typeof GpuStaticInfo>;
export type GpuMetrics = v.InferOutput<typeof GpuMetrics>;
export type AdditionalSystemInfo = v.InferOutput<typeof AdditionalSystemInfo>;
export type SystemDetails = v.InferOutput<typeof SystemDetails>;
export type GitMetadata = v.InferOutput<typeof GitMetadata>;
export type UpdateStatusReply = v.InferOutput<typeof UpdateStatusReply>;
export type ArtifactVersion = v.InferOutput<typeof ArtifactVersion>;
export type ArtifactDetails = v.InferOutput<typeof ArtifactDetails>;
export type ArtifactListEntry = v.InferOutput<typeof ArtifactListEntry>;
export type ArtifactFile = v.InferOutput<typeof ArtifactFile>;
export type ModelVersion = v.InferOutput<typeof ModelVersion>;
export type RegisteredModel = v.InferOutput<typeof RegisteredModel>;
export type RegistrationReply = v.InferOutput<typeof RegistrationReply>;
export type Column = v.InferOutput<typeof Column>;
