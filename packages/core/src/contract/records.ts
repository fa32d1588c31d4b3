import * as v from 'valibot';

/*
 * The records of section 2 of the interface, with exact field names. Answers of a service are checked against them: fields the
 * interface says are always there get a neutral value when a service leaves them out, so that a caller never meets `undefined`.
 */

const text = v.nullish(v.string(), '');
const maybeText = v.nullish(v.string(), null);
const int = v.nullish(v.number(), 0);
const maybeInt = v.nullish(v.number(), null);
const flag = v.nullish(v.boolean(), false);
const texts = v.nullish(v.array(v.string()), () => []);
const json = v.nullish(v.unknown(), null);
/** Values travel as text, or as a bare number from some clients. */
const valueText = v.nullish(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), '');
const maybeValueText = v.nullish(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), null);

/** What almost every write answers. */
export const WriteReply = v.object({ msg: text, code: v.nullish(v.number(), 200), data: json, sdk_error_code: int });

/** Who the key belongs to, and the workspace that is meant where none is named. */
export const AccountDetails = v.object({ userName: text, defaultWorkspaceName: text });

/** A project of a workspace. */
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
  /** The same flag by the name other clients of the wire read. */
  isPublic: v.optional(v.nullable(v.boolean())),
});

/** A named arrangement of a project's page. What it holds is for the views to understand; the service keeps it as it came. */
export const ProjectView = v.object({
  viewId: v.string(),
  viewName: v.string(),
  state: v.record(v.string(), v.unknown()),
  /** Whether the project opens in this view unless another is asked for; at most one of them. */
  isDefault: v.nullish(v.boolean(), false),
  ownerUserName: v.nullish(v.string(), ''),
  createdAt: v.nullish(v.number(), 0),
  lastUpdated: v.nullish(v.number(), 0),
});

/** What an experiment is, where it lies and whether it runs; times and lengths in milliseconds. */
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
  /** Not in the interface; tells `crashed` from `finished`. */
  hasCrashed: v.optional(v.nullable(v.boolean())),
});

/** One point of a metric. */
export const MetricRecord = v.object({
  metricName: v.string(),
  metricValue: valueText,
  timestamp: int,
  step: maybeInt,
  epoch: maybeInt,
  runContext: maybeText,
});

/** What a metric came to: its last, least and greatest value, each with where it was logged. */
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

/** Parameters and other items; there are no step fields. */
export const ParameterSummary = v.object({
  name: v.string(),
  valueMax: maybeValueText,
  valueMin: maybeValueText,
  valueCurrent: valueText,
  timestampMax: int,
  timestampMin: int,
  timestampCurrent: int,
});

/** One metric of one experiment in chart data: parallel lists, as long as each other. */
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
  /** Points logged in all, when the service says so: more than `values` holds after sampling. */
  readonly total?: number;
}

/** The chart data of one experiment. */
export interface ChartEntry {
  readonly experiment_key: string;
  readonly experimentKey?: string;
  readonly experimentName?: string | null;
  readonly empty?: boolean;
  readonly steps: readonly (number | null)[] | null;
  readonly epochs: readonly (number | null)[] | null;
  readonly metrics: readonly ChartMetric[];
  /** Parameter name to value; null when no parameters were asked for. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** By experiment key. */
export type ChartData = Readonly<Record<string, ChartEntry>>;

/** Checked to be an object only: it can hold millions of points, and its reader checks each value as it parses it. */
export const ChartAnswer = v.object({
  experiments: v.custom<ChartData>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object keyed by experiment key',
  ),
});

/** A file that an experiment logged, without its bytes. */
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
  /** JSON text on the wire of some services, a value for the caller. */
  metadata: json,
  assetId: v.string(),
  remote: flag,
});

/** A GPU as it was found at the start; memory in bytes. */
export const GpuStaticInfo = v.object({ gpuIndex: int, name: text, uuid: text, totalMemory: int, powerLimit: int });

/** One reading of a GPU; memory in bytes, load in percent. */
export const GpuMetrics = v.object({
  gpuId: v.number(),
  freeMemory: v.number(),
  usedMemory: v.number(),
  /** Percent. */
  gpuUtilization: v.number(),
  totalMemory: v.number(),
});

/** A detail of the machine that has no field of its own. */
export const AdditionalSystemInfo = v.object({ key: v.string(), value: v.unknown() });

/** The machine and the process that an experiment ran on and as. */
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

/** Where the code stood in git. */
export const GitMetadata = v.object({
  user: maybeText,
  root: maybeText,
  branch: maybeText,
  parent: maybeText,
  origin: maybeText,
});

/** The answer to a sign of life: how often to give the next ones, in milliseconds. */
export const UpdateStatusReply = v.object({
  isAliveBeatDurationMillis: v.number(),
  gpuMonitorIntervalMillis: v.number(),
  cpuMonitorIntervalMillis: int,
});

/** One version of an artifact. */
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

/** An artifact with its versions. */
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

/** An artifact as a workspace lists it: with its last version alone. */
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

/** A file of a version of an artifact. */
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

/** A model that an experiment logged. */
export const ExperimentModel = v.object({ experimentModelId: text, experimentModelName: text, experimentKey: text });

/** One version of a registered model. */
export const ModelVersion = v.object({
  registryModelItemId: v.string(),
  experimentModel: v.nullish(ExperimentModel, null),
  version: text,
  comment: text,
  /** Address of the version's files as a zip; it needs the key. */
  restApiUrl: v.optional(v.string()),
  /** Deprecated in favour of status and tags. */
  stages: texts,
  status: v.optional(v.nullable(v.string())),
  tags: v.optional(v.nullable(v.array(v.string()))),
  userName: text,
  createdAt: int,
  lastUpdated: int,
  assets: v.nullish(v.array(AssetRecord), () => []),
});

/** A model of a workspace's registry with its versions. */
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

/** The ids that a registered model and its new version got. */
export const RegistrationReply = v.object({ registryModelId: text, registryModelItemId: text });

/** A column of a project that a query can test: where it comes from and the type of its values. */
export const Column = v.object({ name: v.string(), source: v.string(), type: v.string() });

// The records as types; each is described at its schema above.

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
