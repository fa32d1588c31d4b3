import type { API, APIExperiment, RestErrorCode } from '@tracklens/core';

/** Existing data that operations are called with. */
export interface OperationFixture {
  readonly api: API;
  readonly experiment: APIExperiment;
  /** Id of a text file of the experiment. */
  readonly assetId: string;
  /** Path of a small file on disk. */
  readonly file: string;
  /** Returns a name that no other call has. */
  fresh(): string;
}

/** One operation of the interface. */
export interface GroupOperation {
  /** Group of the interface. */
  readonly group: string;
  readonly name: string;
  /**
   * Whether the request may be repeated when its result is unknown: reads, and writes that result in the same state.
   */
  readonly repeatable: boolean;
  /** Errors of the service for which the operation returns null. */
  readonly absentAt?: readonly RestErrorCode[];
  run(fixture: OperationFixture, signal?: AbortSignal): Promise<unknown>;
}

const workspace = 'lab';
const projectName = 'faults';

/**
 * Reads and writes of every group that sends requests itself; the panel operations call these. Those of files are in
 * `downloads.test.ts` and `uploads.test.ts`.
 */
export const operations: readonly GroupOperation[] = [
  {
    group: 'account',
    name: 'getAccountDetails',
    repeatable: true,
    run: ({ api }, signal) => api.getAccountDetails({ signal }),
  },
  {
    group: 'account',
    name: 'getWorkspaces',
    repeatable: true,
    run: ({ api }, signal) => api.getWorkspaces({ signal }),
  },
  {
    group: 'projects',
    name: 'getProjects',
    repeatable: true,
    run: ({ api }, signal) => api.getProjects(workspace, { signal }),
  },
  {
    group: 'projects',
    name: 'getProject',
    repeatable: true,
    absentAt: ['not-found'],
    run: ({ api }, signal) => api.getProject(workspace, projectName, { signal }),
  },
  {
    group: 'projects',
    name: 'createProject',
    repeatable: false,
    run: ({ api, fresh }, signal) => api.createProject(workspace, fresh(), { signal }),
  },
  {
    group: 'experiments',
    name: 'getExperiments',
    repeatable: true,
    run: ({ api }, signal) => api.getExperiments(workspace, { projectName, signal }),
  },
  {
    group: 'experiments',
    name: 'archiveExperiment',
    repeatable: true,
    run: ({ api, experiment }, signal) => api.archiveExperiment(experiment.key, { signal }),
  },
  {
    group: 'metrics',
    name: 'getMetrics',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getMetrics({ signal }),
  },
  {
    group: 'metrics',
    name: 'getMetricsForChart',
    repeatable: true,
    run: ({ api, experiment }, signal) => api.getMetricsForChart([experiment.key], { metrics: ['loss'], signal }),
  },
  {
    group: 'assets',
    name: 'getAssetList',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getAssetList({ signal }),
  },
  {
    group: 'assets',
    name: 'getAsset',
    repeatable: true,
    run: ({ experiment, assetId }, signal) => experiment.getAsset(assetId, { signal }),
  },
  {
    group: 'artifacts',
    name: 'getArtifactList',
    repeatable: true,
    run: ({ api }, signal) => api.getArtifactList(workspace, { signal }),
  },
  {
    group: 'registry',
    name: 'getRegistryModelNames',
    repeatable: true,
    run: ({ api }, signal) => api.getRegistryModelNames(workspace, { signal }),
  },
  {
    group: 'registry',
    name: 'registerModel',
    repeatable: true,
    run: ({ experiment, fresh }, signal) => experiment.registerModel('net', { registryName: fresh(), signal }),
  },
  {
    group: 'query',
    name: 'getQueryVariables',
    repeatable: true,
    run: ({ api }, signal) => api.getQueryVariables(workspace, projectName, { signal }),
  },
  {
    group: 'query',
    name: 'query',
    repeatable: true,
    run: ({ api }, signal) => api.query(workspace, projectName, 'Metric("loss") > 0', { signal }),
  },
  {
    group: 'logging',
    name: 'logParameter',
    repeatable: true,
    run: ({ experiment, fresh }, signal) => experiment.logParameter('lr', fresh(), { signal }),
  },
  {
    group: 'logging',
    name: 'logHtml',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.logHtml('<p>', { signal }),
  },
  {
    group: 'tags',
    name: 'addTag',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.addTag('tag', { signal }),
  },
  {
    group: 'identity',
    name: 'createSymlink',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.createSymlink('mirror', { signal }),
  },
  {
    group: 'reading',
    name: 'getHostname',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getHostname({ signal }),
  },
  {
    group: 'setting',
    name: 'setHostname',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setHostname('host', { signal }),
  },
  {
    group: 'account',
    name: 'getDefaultWorkspace',
    repeatable: true,
    run: ({ api }, signal) => api.getDefaultWorkspace({ signal }),
  },
  {
    group: 'projects',
    name: 'updateProject',
    repeatable: false,
    run: ({ api }, signal) => api.updateProject(workspace, projectName, { description: 'd', signal }),
  },
  {
    group: 'experiments',
    name: 'getExperimentByKey',
    repeatable: true,
    // Services differ in how they reject an invalid key.
    absentAt: ['not-found', 'invalid'],
    run: ({ api, experiment }, signal) => api.getExperimentByKey(experiment.key, { signal }),
  },
  {
    group: 'experiments',
    name: 'restoreExperiment',
    repeatable: true,
    run: ({ api, experiment }, signal) => api.restoreExperiment(experiment.key, { signal }),
  },
  {
    group: 'experiments',
    name: 'stopExperiment',
    repeatable: true,
    run: ({ api, experiment }, signal) => api.stopExperiment(experiment.key, { signal }),
  },
  {
    group: 'artifacts',
    name: 'getArtifactDetails',
    repeatable: true,
    run: ({ api }, signal) => api.getArtifactDetails({ workspace, artifactName: 'table', signal }),
  },
  {
    group: 'artifacts',
    name: 'getArtifactFiles',
    repeatable: true,
    run: ({ api }, signal) => api.getArtifactFiles({ workspace, artifactName: 'table', signal }),
  },
  {
    group: 'registry',
    name: 'getModel',
    repeatable: true,
    run: ({ api }, signal) => api.getModel(workspace, 'net', { signal }),
  },
  {
    group: 'registry',
    name: 'getRegistryModelDetails',
    repeatable: true,
    run: ({ api }, signal) => api.getRegistryModelDetails(workspace, 'net', { signal }),
  },
  {
    group: 'registry',
    name: 'getRegistryModelVersions',
    repeatable: true,
    run: ({ api }, signal) => api.getRegistryModelVersions(workspace, 'net', { signal }),
  },
  {
    group: 'registry',
    name: 'getRegistryModelNotes',
    repeatable: true,
    run: ({ api }, signal) => api.getRegistryModelNotes(workspace, 'net', { signal }),
  },
  {
    group: 'registry',
    name: 'updateRegistryModelNotes',
    repeatable: true,
    run: ({ api }, signal) => api.updateRegistryModelNotes(workspace, 'net', 'notes', { signal }),
  },
  {
    group: 'registry',
    name: 'modelRegistryAllowedStatusValues',
    repeatable: true,
    run: ({ api }, signal) => api.modelRegistryAllowedStatusValues(workspace, { signal }),
  },
  {
    group: 'identity',
    name: 'getMetadata',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getMetadata({ signal }),
  },
  {
    group: 'identity',
    name: 'getState',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getState({ signal }),
  },
  {
    group: 'identity',
    name: 'setState',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setState('finished', { signal }),
  },
  {
    group: 'identity',
    name: 'setStartTime',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setStartTime(1_000, { signal }),
  },
  {
    group: 'identity',
    name: 'updateStatus',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.updateStatus({ signal }),
  },
  {
    group: 'identity',
    name: 'setName',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setName('name', { signal }),
  },
  {
    group: 'tags',
    name: 'getTags',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getTags({ signal }),
  },
  {
    group: 'tags',
    name: 'deleteTags',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.deleteTags(['absent'], { signal }),
  },
  {
    group: 'logging',
    name: 'logMetric',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.logMetric('loss', 1, { step: 2, signal }),
  },
  {
    group: 'logging',
    name: 'logOther',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.logOther('note', 'x', { signal }),
  },
  {
    group: 'logging',
    name: 'logOutput',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.logOutput('line', { signal }),
  },
  {
    group: 'logging',
    name: 'logCpuMetrics',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.logCpuMetrics([10], { signal }),
  },
  {
    group: 'setting',
    name: 'setCode',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setCode({ code: 'print()', signal }),
  },
  {
    group: 'setting',
    name: 'setModelGraph',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setModelGraph('{}', { signal }),
  },
  {
    group: 'setting',
    name: 'setInstalledPackages',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setInstalledPackages(['a==1'], { signal }),
  },
  {
    group: 'reading',
    name: 'getMetricsSummary',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getMetricsSummary({ signal }),
  },
  {
    group: 'reading',
    name: 'getOthersSummary',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getOthersSummary({ signal }),
  },
  {
    group: 'reading',
    name: 'getCode',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getCode({ signal }),
  },
  {
    group: 'reading',
    name: 'getOutput',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getOutput({ signal }),
  },
  {
    group: 'reading',
    name: 'getSystemDetails',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getSystemDetails({ signal }),
  },
  {
    group: 'reading',
    name: 'getModelAssetList',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getModelAssetList('net', { signal }),
  },
];
