/** Validation of one argument: a predicate and the description of a valid value for error messages. */
interface Check {
  readonly what: string;
  isRight(value: unknown): boolean;
}

/** Returns whether a value is a string. */
export const isText = (value: unknown): value is string => typeof value === 'string';
/** Returns whether a value is a non-null object other than an array. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Check = { what: 'a string', isRight: isText };
const number: Check = { what: 'a number', isRight: (value) => typeof value === 'number' && !Number.isNaN(value) };
const flag: Check = { what: 'true or false', isRight: (value) => typeof value === 'boolean' };
const texts: Check = { what: 'a list of strings', isRight: (value) => Array.isArray(value) && value.every(isText) };
const mapping: Check = { what: 'an object of names and values', isRight: isObject };
const callback: Check = { what: 'a function', isRight: (value) => typeof value === 'function' };
/** Checked by shape, because `instanceof` fails for a signal from another realm. */
const signal: Check = { what: 'an AbortSignal', isRight: (value) => isObject(value) && 'aborted' in value };
/**
 * Not checked here: the operation validates the value itself, because several types are valid or the type depends on
 * the operation.
 */
const own: Check = { what: '', isRight: () => true };

/** Checks of all arguments and options by name. A name has the same type in all operations. */
export const argumentChecks = {
  workspace: text,
  workspaceName: text,
  targetWorkspace: text,
  apiKey: text,
  url: text,
  version: text,
  projectName: text,
  projectId: text,
  newProjectName: text,
  targetProjectName: text,
  projectDescription: text,
  description: text,
  notes: text,
  shareKey: text,
  viewId: text,
  viewName: text,
  experiment: text,
  experimentKey: text,
  experimentName: text,
  previousExperiment: text,
  metric: text,
  parameter: text,
  other: text,
  key: text,
  name: text,
  context: text,
  output: text,
  html: text,
  assetId: text,
  assetFilename: text,
  outputPath: text,
  imageName: text,
  code: text,
  modelName: text,
  registryName: text,
  registryModelName: text,
  newName: text,
  comment: text,
  status: text,
  stage: text,
  tag: text,
  versionPrefix: text,
  artifactName: text,
  artifactId: text,
  artifactType: text,
  alias: text,
  user: text,
  root: text,
  branch: text,
  parent: text,
  origin: text,
  executable: text,
  hostname: text,
  ip: text,
  machine: text,
  os: text,
  osRelease: text,
  osType: text,
  processor: text,
  pythonVersion: text,
  pythonVersionVerbose: text,
  experimentKeys: texts,
  metrics: texts,
  parameters: texts,
  stages: texts,
  tags: texts,
  commandArgsList: texts,
  installedPackages: texts,
  osPackages: texts,
  networkInterfaceIps: texts,
  step: number,
  epoch: number,
  timestamp: number,
  loadAvg: number,
  totalRam: number,
  usedRam: number,
  versionMajor: number,
  versionMinor: number,
  startServerTimestamp: number,
  endServerTimestamp: number,
  new: number,
  isDefault: flag,
  public: flag,
  deleteExperiments: flag,
  archived: flag,
  symlink: flag,
  oneByOne: flag,
  full: flag,
  independent: flag,
  nestedSupport: flag,
  stderr: flag,
  clear: flag,
  stream: flag,
  overwrite: flag,
  expand: flag,
  wait: flag,
  autoraise: flag,
  cache: flag,
  metricDict: mapping,
  paramDict: mapping,
  /** Options of a panel. */
  options: mapping,
  metadata: mapping,
  onProgress: callback,
  warn: callback,
  signal,
  filename: own,
  fileData: own,
  value: own,
  graph: own,
  pid: own,
  state: own,
  query: own,
  queries: own,
  x: own,
  y: own,
  cpuMetrics: own,
  gpuMetrics: own,
  gpuStaticInfo: own,
} satisfies Readonly<Record<string, Check>>;

/** Name of an argument or option. */
export type ArgumentName = keyof typeof argumentChecks;
