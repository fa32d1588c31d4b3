import {
  type API,
  APIExperiment,
  artifactInputs,
  isRestApiException,
  type MetricSeries,
  takeSnapshot,
} from '@tracklens/core/browser';
import { chartOfColumns, type WindowColumns } from '@tracklens/core/charts';
import {
  chartColumns,
  type MetricWindowOptions,
  type MetricWindowRequest,
  metricWindows,
} from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { type ChartData, type Snapshot, startMillis, type Target, type ViewState } from '@tracklens/core/display';
import type { Column } from '@tracklens/core/query';
import { bodyBytes } from './body-bytes.ts';
import { modelRecord } from './model-record.ts';
import { namedView, type ViewStorage } from './named-view.ts';
import { uncached } from './uncached.ts';
import type { ViewSource } from './view-source.ts';

/** File of an experiment, or of a version of an artifact, which another experiment may have logged. */
interface FileId {
  readonly experimentKey: string;
  readonly assetId: string;
  readonly artifactVersionId?: string | undefined;
}

/** Source backed by a connection, which also provides the columns for queries and stores named views. */
export interface LiveSource extends ViewSource {
  /**
   * Reads the points of metrics in windows of an axis: every point, or the extremes of each bucket; `null` if the
   * service has no ranged reads.
   */
  windows(
    series: readonly MetricWindowRequest[],
    options: MetricWindowOptions,
  ): Promise<readonly WindowColumns[] | null>;
  /** Reads every point of a metric; `null` if it was not logged, or the experiment no longer exists. */
  points(experimentKey: string, metricName: string, signal: AbortSignal): Promise<MetricSeries | null>;
  /** Reads the bytes of a file and reports how many have arrived. */
  download(file: FileId, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<Uint8Array>;
  /** Reads the data of a view as it is arranged, as an output saves it. */
  snapshot(target: Target, state: ViewState): Promise<Snapshot>;
  readonly views: ViewStorage;
  columns(workspace: string, projectName: string, signal: AbortSignal): Promise<readonly Column[]>;
}

/** Creates a source that reads from the service through the API classes. */
export function liveSource(api: API): LiveSource {
  uncached(api);
  /** Makes no request by itself. */
  const experiment = (key: string) => new APIExperiment({ api, previousExperiment: key });

  return {
    takenAtMillis: null,
    metadata: (key, signal) => experiment(key).getMetadata({ signal }),
    tags: (key, signal) => experiment(key).getTags({ signal }),
    metrics: (key, signal) => experiment(key).getMetricsSummary({ signal }),
    parameters: (key, signal) => experiment(key).getParametersSummary({ signal }),
    async details(key, signal, known) {
      const one = experiment(key);
      const [tags, metrics, parameters] = await Promise.all([
        one.getTags({ signal }),
        Promise.resolve(known).then((found) => found ?? one.getMetricsSummary({ signal })),
        one.getParametersSummary({ signal }),
      ]);
      return { tags, metrics, parameters };
    },
    async overview({ workspace, projectName, archived = false }, signal) {
      const found = await api.getExperimentSummaries(workspace, projectName, { archived, signal, oneByOne: false });
      return found && new Map(found.map(({ metadata, metrics }) => [metadata.experimentKey, metrics]));
    },
    chart: chartReader(api),
    windows: (series, options) => metricWindows(api.connection, series, options),
    points: (key, name, signal) => readPoints(experiment(key), name, signal),
    async experiments({ workspace, projectName, query, archived = false }, signal) {
      const found =
        query === undefined
          ? await api.getExperiments(workspace, { projectName, signal })
          : await api.queryAny(workspace, projectName, query, { archived, signal });
      const records = await Promise.all(found.map((one) => one.metadata({ signal })));
      return records.sort((a, b) => b.startTimeMillis - a.startTimeMillis);
    },
    snapshot: (target, state) => takeSnapshot(api, target, { state }),
    views: namedViews(api),
    columns: (workspace, projectName, signal) => api.getQueryVariables(workspace, projectName, { signal }),
    assets: (key, signal) => experiment(key).getAssetList({ signal }),
    curves: (key, signal) => experiment(key).getAssetList({ assetType: 'curve', signal }),
    asset: (key, assetId, signal) => experiment(key).getAsset(assetId, { signal }),
    async download(file, signal, onProgress) {
      const query = { ...file, allow301: false };
      const { body } = await api.connection.callForBody('download', contract.assets.get, { query }, { signal });
      let received = 0;
      return await bodyBytes(body, (count) => {
        received += count;
        onProgress(received);
      });
    },
    code: async (key, signal) => (await experiment(key).getCode({ signal })) ?? '',
    modelGraph: (key, signal) => modelGraph(api, key, signal),
    git: (key, signal) => experiment(key).getGitMetadata({ signal }),
    gitPatch: (key, signal) => experiment(key).getGitPatch({ signal }),
    system: (key, signal) => experiment(key).getSystemDetails({ signal }),
    output: (key, signal) => experiment(key).getOutputPieces({ signal }),
    html: async (key, signal) => (await experiment(key).getHtml({ signal })) ?? '',
    others: (key, signal) => experiment(key).getOthersSummary({ signal }),
    projectNotes: (workspace, projectName, signal) => api.getProjectNotes(workspace, projectName, { signal }),
    artifacts: async (workspace, signal) => (await api.getArtifactList(workspace, { signal })).artifacts,
    artifactInputs: (key, signal) => artifactInputs(experiment(key), { signal }),
    artifact: (artifactId, signal) => api.getArtifactDetails({ artifactId, signal }),
    artifactFiles: async (artifactId, version, signal) =>
      (await api.getArtifactFiles({ artifactId, version, signal })).files,
    async model(workspace, modelName, signal) {
      return modelRecord(await api.getRegistryModelDetails(workspace, modelName, { signal }));
    },
  };
}

/** Returns the reads and changes of the named views of projects. */
function namedViews(api: API): LiveSource['views'] {
  return {
    list: async ({ workspace, projectName }, signal) =>
      (await api.getProjectViews(workspace, projectName, { signal })).map(namedView),
    async save({ workspace, projectName }, { id, name, state, isDefault }) {
      const saved = await api.saveProjectView(workspace, projectName, {
        ...(id === undefined ? {} : { viewId: id }),
        ...(name === undefined ? {} : { viewName: name }),
        ...(state === undefined ? {} : { state }),
        ...(isDefault === undefined ? {} : { isDefault }),
      });
      return namedView(saved);
    },
    async remove({ workspace, projectName }, id) {
      await api.deleteProjectView(workspace, projectName, id);
    },
  };
}

/** Reads a model graph as it was logged. The operation of the experiment would parse JSON, and round its numbers. */
async function modelGraph(api: API, experimentKey: string, signal: AbortSignal): Promise<string> {
  const query = { experimentKey };
  const { graph } = await api.connection.call('getModelGraph', contract.experiments.graph, { query }, { signal });
  return graph ?? '';
}

/** Returns the read of the points of a chart, as columns where the service has them and there are many. */
function chartReader(api: API): LiveSource['chart'] {
  const starts = new Map<string, number>();
  const readLists = async (
    keys: readonly string[],
    metrics: readonly string[],
    options: { readonly full: boolean; readonly signal: AbortSignal },
  ): Promise<ChartData> => {
    const chart: ChartData = await api.getMetricsForChart(keys, { metrics, ...options });
    for (const [key, entry] of Object.entries(chart)) starts.set(key, startMillis(entry));
    return chart;
  };
  return async (keys, names, { full }, signal) => {
    const columns = full ? await chartColumns(api.connection, keys, names, { signal }) : null;
    if (columns === null) return await readLists(keys, names, { full, signal });
    // Columns have no durations, from which the start of an experiment follows; a sample has.
    const unknown = new Set(columns.map(({ experimentKey }) => experimentKey).filter((key) => !starts.has(key)));
    if (unknown.size > 0) await readLists([...unknown], names, { full: false, signal });
    return chartOfColumns(columns, starts);
  };
}

/** Reads every point of a metric; null if there is none or the experiment was deleted. */
async function readPoints(
  experiment: APIExperiment,
  metricName: string,
  signal: AbortSignal,
): Promise<MetricSeries | null> {
  try {
    return await experiment.getMetricSeries(metricName, { signal });
  } catch (error) {
    if (isRestApiException(error) && error.code === 'not-found') return null;
    throw error;
  }
}
