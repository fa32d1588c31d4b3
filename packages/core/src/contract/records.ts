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

/** Reply of almost every write. */
export const WriteReply = v.object({ msg: text, code: v.nullish(v.number(), 200), data: json, sdk_error_code: int });

/** Owner of the API key, and the default workspace. */
export const AccountDetails = v.object({ userName: text, defaultWorkspaceName: text });

/** Project of a workspace. */
export const Project = v.object({
  projectId: v.string(),
  projectName: text,
  ownerUserName: text,
  projectDescription: text,
  workspaceName: text,
  numberOfExperiments: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  public: flag,
  /** The same flag under the name that other clients read. */
  isPublic: v.optional(v.nullable(v.boolean())),
});

/** Named layout of a project page. Only the views interpret its state; the service stores it unchanged. */
export const ProjectView = v.object({
  viewId: v.string(),
  viewName: v.string(),
  state: v.record(v.string(), v.unknown()),
  /** Whether the project opens in this view by default. True for at most one view. */
  isDefault: v.nullish(v.boolean(), false),
  ownerUserName: v.nullish(v.string(), ''),
  createdAt: v.nullish(v.number(), 0),
  lastUpdated: v.nullish(v.number(), 0),
});

/** Name, location and state of an experiment. Times and durations are in milliseconds. */
export const ExperimentMetadata = v.object({
  archived: flag,
  durationMillis: int,
  endTimeMillis: int,
  experimentKey: v.string(),
  experimentName: maybeText,
  fileName: maybeText,
  filePath: maybeText,
  optimizationId: maybeText,
  projectId: text,
  projectName: text,
  running: flag,
  startTimeMillis: int,
  throttle: flag,
  workspaceName: text,
  /** Not part of the original REST interface. Distinguishes `crashed` from `finished`. */
  hasCrashed: v.optional(v.nullable(v.boolean())),
});

/** Point of a metric. */
export const MetricRecord = v.object({
  metricName: v.string(),
  metricValue: valueText,
  timestamp: int,
  step: maybeInt,
  epoch: maybeInt,
  runContext: maybeText,
});

/** Summary of a metric: its last, minimum and maximum value, each with timestamp and step. */
export const MetricSummary = v.object({
  name: v.string(),
  valueMax: valueText,
  valueMin: valueText,
  valueCurrent: valueText,
  timestampMax: int,
  timestampMin: int,
  timestampCurrent: int,
  stepMax: maybeInt,
  stepMin: maybeInt,
  stepCurrent: maybeInt,
});

/** Summary of a parameter or another item. It has no step fields. */
export const ParameterSummary = v.object({
  name: v.string(),
  valueMax: maybeValueText,
  valueMin: maybeValueText,
  valueCurrent: valueText,
  timestampMax: int,
  timestampMin: int,
  timestampCurrent: int,
});

/** Chart data of one metric of one experiment: parallel lists of equal length. */
export interface ChartMetric {
  readonly metricName: string;
  /** Numbers, or text for `NaN` and infinities. */
  readonly values: readonly (number | string | null)[];
  readonly steps: readonly (number | null)[] | null;
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
  readonly experiment_key: string;
  readonly experimentKey?: string;
  readonly experimentName?: string | null;
  readonly empty?: boolean;
  readonly steps: readonly (number | null)[] | null;
  readonly epochs: readonly (number | null)[] | null;
  readonly metrics: readonly ChartMetric[];
  /** Parameter values by name. Null if no parameters were requested. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** Chart data by experiment key. */
export type ChartData = Readonly<Record<string, ChartEntry>>;

/** Only checked to be an object: it can contain millions of points, and its reader checks each value. */
export const ChartAnswer = v.object({
  experiments: v.custom<ChartData>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object keyed by experiment key',
  ),
});

/** File that an experiment logged, without its content. */
export const AssetRecord = v.object({
  fileName: text,
  fileSize: int,
  runContext: maybeText,
  step: maybeInt,
  link: text,
  createdAt: int,
  dir: text,
  canView: flag,
  audio: flag,
  video: flag,
  histogram: flag,
  image: flag,
  type: text,
  /** Some services send it as JSON text. Callers get the parsed value. */
  metadata: json,
  assetId: v.string(),
  remote: flag,
});

/** Properties of a GPU at the start. Memory is in bytes. */
export const GpuStaticInfo = v.object({ gpuIndex: int, name: text, uuid: text, totalMemory: int, powerLimit: int });

/** Measurement of a GPU. Memory is in bytes, utilization in percent. */
export const GpuMetrics = v.object({
  gpuId: v.number(),
  freeMemory: v.number(),
  usedMemory: v.number(),
  /** Percent. */
  gpuUtilization: v.number(),
  totalMemory: v.number(),
});

/** Detail of the machine without a field of its own. */
export const AdditionalSystemInfo = v.object({ key: v.string(), value: v.unknown() });

/** Machine and process of an experiment. */
export const SystemDetails = v.object({
  experimentKey: text,
  user: maybeText,
  pythonVersion: maybeText,
  pythonVersionVerbose: maybeText,
  pid: v.nullish(v.union([v.number(), v.string()]), null),
  osType: maybeText,
  os: maybeText,
  osRelease: maybeText,
  machine: maybeText,
  processor: maybeText,
  ip: maybeText,
  hostname: maybeText,
  gpuStaticInfoList: v.nullish(v.array(GpuStaticInfo), () => []),
  logAdditionalSystemInfoList: v.nullish(v.array(AdditionalSystemInfo), () => []),
  systemMetricNames: texts,
  maxTotalMemory: maybeInt,
  totalRam: maybeInt,
  networkInterfaceIps: texts,
  command: texts,
  executable: maybeText,
  osPackages: texts,
  installedPackages: texts,
});

/** State of the git repository of the code. */
export const GitMetadata = v.object({
  user: maybeText,
  root: maybeText,
  branch: maybeText,
  parent: maybeText,
  origin: maybeText,
});

/** Reply to a heartbeat: intervals of the next reports in milliseconds. */
export const UpdateStatusReply = v.object({
  isAliveBeatDurationMillis: v.number(),
  gpuMonitorIntervalMillis: v.number(),
  cpuMonitorIntervalMillis: int,
});

/** Version of an artifact. */
export const ArtifactVersion = v.object({
  artifactVersionId: v.string(),
  version: text,
  owner: text,
  metadata: json,
  createdFrom: json,
  sizeInBytes: int,
  state: json,
  added: int,
  alias: texts,
  tags: texts,
});

/** Artifact with its versions. */
export const Artifact = v.object({
  artifactId: v.string(),
  project: text,
  type: text,
  name: text,
  description: maybeText,
  latestVersion: text,
  tags: texts,
  isPublic: flag,
  emoji: maybeText,
  sizeInBytes: int,
  versions: v.nullish(v.array(ArtifactVersion), () => []),
});

/** Artifact in the list of a workspace, with the number of its versions. */
export const ArtifactListEntry = v.object({
  artifactId: v.string(),
  project: text,
  type: text,
  name: text,
  description: maybeText,
  versionsCount: int,
  tags: texts,
  isPublic: flag,
  emoji: maybeText,
  sizeInBytes: int,
});

/** File of an artifact version. */
export const ArtifactFile = v.object({
  artifactId: text,
  artifactVersionId: text,
  assetId: v.string(),
  fileName: text,
  fileSize: int,
  link: maybeText,
  dir: maybeText,
  /** Whether the file is stored elsewhere, at `link`. */
  remote: flag,
  type: text,
  metadata: json,
});

/** Model that an experiment logged. */
export const ExperimentModel = v.object({ experimentModelId: text, experimentModelName: text, experimentKey: text });

/** Version of a registered model. */
export const ModelVersion = v.object({
  registryModelItemId: v.string(),
  experimentModel: v.nullish(ExperimentModel, null),
  version: text,
  comment: text,
  /** Address of a zip of the version's files. It requires the API key. */
  restApiUrl: v.optional(v.string()),
  /** Deprecated in favor of status and tags. */
  stages: texts,
  status: v.optional(v.nullable(v.string())),
  tags: v.optional(v.nullable(v.array(v.string()))),
  userName: text,
  createdAt: int,
  lastUpdated: int,
  assets: v.nullish(v.array(AssetRecord), () => []),
});

/** Registered model of a workspace, with its versions. */
export const RegisteredModel = v.object({
  registryModelId: v.string(),
  modelName: text,
  description: text,
  isPublic: flag,
  createdAt: int,
  lastUpdated: int,
  userName: text,
  numberOfVersions: v.optional(v.number()),
  versions: v.nullish(v.array(ModelVersion), () => []),
});

/** Ids of a registered model and its new version. */
export const RegistrationReply = v.object({ registryModelId: text, registryModelItemId: text });

/** Column of a project that a query can test, with its source and the type of its values. */
export const Column = v.object({ name: v.string(), source: v.string(), type: v.string() });

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
export type Artifact = v.InferOutput<typeof Artifact>;
export type ArtifactListEntry = v.InferOutput<typeof ArtifactListEntry>;
export type ArtifactFile = v.InferOutput<typeof ArtifactFile>;
export type ModelVersion = v.InferOutput<typeof ModelVersion>;
export type RegisteredModel = v.InferOutput<typeof RegisteredModel>;
export type RegistrationReply = v.InferOutput<typeof RegistrationReply>;
export type Column = v.InferOutput<typeof Column>;
