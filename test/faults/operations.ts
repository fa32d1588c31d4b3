import type { API, APIExperiment } from '@tracklens/core';

/** What an operation is tried on: everything in it is there. */
export interface Ground {
  readonly api: API;
  readonly experiment: APIExperiment;
  /** An asset of the experiment: a text file. */
  readonly assetId: string;
  /** A small file on disk. */
  readonly file: string;
  /** A name that is new at each call. */
  fresh(): string;
}

/** One operation of a group of the interface. */
export interface GroupOperation {
  /** Group of section 4. */
  readonly group: string;
  readonly name: string;
  /**
   * Whether it may be sent a second time when nobody knows what became of the first: reads, and writes that leave the same state.
   */
  readonly repeatable: boolean;
  /** What it gives for a 404, where that is no exception. */
  readonly absent?: unknown;
  run(ground: Ground, signal?: AbortSignal): Promise<unknown>;
}

const workspace = 'lab';
const projectName = 'faults';

/** Reads and writes of every group; those of files are in `files.test.ts`. */
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
    absent: null,
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
    repeatable: false,
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
    repeatable: false,
    run: ({ experiment }, signal) => experiment.logHtml('<p>', { signal }),
  },
  {
    group: 'logging',
    name: 'addTag',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.addTag('tag', { signal }),
  },
  {
    group: 'logging',
    name: 'createSymlink',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.createSymlink('mirror', { signal }),
  },
  {
    group: 'system',
    name: 'getHostname',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.getHostname({ signal }),
  },
  {
    group: 'system',
    name: 'setHostname',
    repeatable: true,
    run: ({ experiment }, signal) => experiment.setHostname('host', { signal }),
  },
];
