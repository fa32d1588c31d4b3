import { type API, APIExperiment, type takeSnapshot } from '@tracklens/core/browser';
import { fromBase64, type Snapshot } from '@tracklens/core/display';
import { type LiveSource, liveSource } from './live-source.ts';
import { listIdentity, ReadRecords, type RecordedRead } from './read-records.ts';
import { recordedSource } from './recorded-source.ts';
import type { ExperimentSelection } from './view-source.ts';

/** Connection of a view, with the results that the view has read. */
export interface RecordedConnection {
  readonly api: API;
  /** Source of the view, which records its results. */
  readonly source: LiveSource;
  readonly records: ReadRecords;
}

/** Creates a connection that calls `onChange` when a result differs from the one before. */
export function recordedConnection(api: API, onChange: () => void): RecordedConnection {
  const records = new ReadRecords(onChange);
  return { api, records, source: recordedSource(liveSource(api), records) };
}

type SnapshotSource = Parameters<typeof takeSnapshot>[0];
type Options = Parameters<SnapshotSource['getExperimentByKey']>[1];

/**
 * Returns what `takeSnapshot` reads from: the results that the view has read, and the service for those that are
 * missing or may be outdated. The files of the last snapshot are not read again.
 */
export function recordedReads(
  { api, source, records }: RecordedConnection,
  maxAgeMillis: number,
  last: Snapshot | undefined,
): SnapshotSource {
  const files = last?.content?.files ?? {};
  const experimentOf = (key: string) => {
    const one = new APIExperiment({ api, previousExperiment: key });
    const known = <Name extends RecordedRead>(name: Name) => records.last(name, key, maxAgeMillis);
    return {
      metadata: async (options: Options) => known('metadata') ?? (await source.metadata(key, signalOf(options))),
      getTags: async (options: Options) => known('tags') ?? (await source.tags(key, signalOf(options))),
      getMetricsSummary: async (options: Options) => known('metrics') ?? (await source.metrics(key, signalOf(options))),
      getParametersSummary: async (options: Options) =>
        known('parameters') ?? (await source.parameters(key, signalOf(options))),
      getOthersSummary: async (options: Options) => known('others') ?? (await source.others(key, signalOf(options))),
      getAssetList: async (options: Options & { readonly assetType?: 'curve' }) =>
        options?.assetType === 'curve'
          ? (known('curves') ?? (await source.curves(key, signalOf(options))))
          : (known('assets') ?? (await source.assets(key, signalOf(options)))),
      getCode: async (options: Options) => known('code') ?? (await source.code(key, signalOf(options))),
      getModelGraph: async (options: Options) =>
        (known('modelGraph') ?? (await source.modelGraph(key, signalOf(options)))) || null,
      getGitMetadata: async (options: Options) => known('git') ?? (await source.git(key, signalOf(options))),
      getGitPatch: async (options: Options) => known('gitPatch') ?? (await source.gitPatch(key, signalOf(options))),
      getSystemDetails: async (options: Options) => known('system') ?? (await source.system(key, signalOf(options))),
      getOutputPieces: async (options: Options) => known('output') ?? (await source.output(key, signalOf(options))),
      getHtml: async (options: Options) => known('html') ?? (await source.html(key, signalOf(options))),
      getArtifactLineage: (options: Options & { readonly direction: 'input' }) => one.getArtifactLineage(options),
      async getAsset(assetId: string, options: Options) {
        const file = Object.hasOwn(files, assetId) ? fromBase64(files[assetId]!) : null;
        return file ?? (await one.getAsset(assetId, options));
      },
    };
  };
  const listed = async (selection: ExperimentSelection, options: Options) => {
    const found =
      records.last('experiments', listIdentity(selection), maxAgeMillis) ??
      (await source.experiments(selection, signalOf(options)));
    return found.map(({ experimentKey }) => experimentOf(experimentKey));
  };
  return {
    getExperimentByKey: async (key) => experimentOf(key),
    getExperiments: (workspace, { projectName, ...options }) => listed({ workspace, projectName }, options),
    query: (workspace, projectName, query, { archived, ...options }) =>
      listed({ workspace, projectName, query, archived }, options),
    getMetricsForChart: async (keys, { metrics, ...options }) =>
      records.chart(keys, metrics, maxAgeMillis) ??
      (await source.chart(keys, metrics, { full: false }, signalOf(options))),
    getProjectNotes: async (workspace, projectName, options) =>
      records.last('projectNotes', listIdentity({ workspace, projectName }), maxAgeMillis) ??
      (await source.projectNotes(workspace, projectName, signalOf(options))),
    getRegistryModelDetails: (workspace, modelName, options) =>
      api.getRegistryModelDetails(workspace, modelName, options),
    getArtifactList: (workspace, options) => api.getArtifactList(workspace, options),
    getArtifactDetails: (artifact) => api.getArtifactDetails(artifact),
    getArtifactFiles: (artifact) => api.getArtifactFiles(artifact),
  };
}

const signalOf = ({ signal }: Options) => signal ?? new AbortController().signal;
