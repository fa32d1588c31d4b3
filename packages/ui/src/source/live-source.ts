import type { API } from '@tracklens/core/browser';
import type { Column } from '@tracklens/core/query';
import { failure } from './failure.ts';
import { modelRecord } from './model-record.ts';
import { uncached } from './uncached.ts';
import type { ChartData, Summary, ViewSource } from './view-source.ts';

/** A connection also knows what a query on a project can name. */
export interface LiveSource extends ViewSource {
  columns(workspace: string, projectName: string, signal: AbortSignal): Promise<readonly Column[]>;
}

/** Reads from the service through the classes of the interface; the only file of the views that names their methods. */
export function liveSource(api: API): LiveSource {
  uncached(api);
  const experiment = (key: string, signal: AbortSignal) => api.getExperimentByKey(key, { signal });
  const metrics = async (key: string, signal: AbortSignal): Promise<readonly Summary[]> =>
    (await experiment(key, signal)).getMetricsSummary(null, { signal });
  const parameters = async (key: string, signal: AbortSignal): Promise<readonly Summary[]> =>
    (await experiment(key, signal)).getParametersSummary(null, { signal });
  const tags = async (key: string, signal: AbortSignal) => (await experiment(key, signal)).getTags({ signal });

  return {
    takenAtMillis: null,
    async metadata(key, signal) {
      return (await experiment(key, signal)).getMetadata({ signal });
    },
    tags,
    metrics,
    parameters,
    async details(key, signal) {
      const [itsTags, itsMetrics, itsParameters] = await Promise.all([
        tags(key, signal),
        metrics(key, signal),
        parameters(key, signal),
      ]);
      return { tags: itsTags, metrics: itsMetrics, parameters: itsParameters };
    },
    async chart(keys, names, { full }, signal) {
      return (await api.getMetricsForChart([...keys], { metrics: [...names], full, signal })) as ChartData;
    },
    async experiments({ workspace, projectName, query, archived }, signal) {
      const found =
        query === undefined
          ? await api.getExperiments(workspace, projectName, null, { signal })
          : await api.query(workspace, projectName, query, { archived: archived ?? false, signal });
      const records = await Promise.all(found.map((one) => one.getMetadata({ signal })));
      return records.sort((a, b) => b.startTimeMillis - a.startTimeMillis);
    },
    columns: async (workspace, projectName, signal) => [
      ...(await api.getQueryVariables(workspace, projectName, { signal })),
    ],
    async model(workspace, modelName, signal) {
      const model = await api.getRegistryModelDetails(workspace, modelName, null, { signal });
      if (!model) throw failure('absent', `The workspace ${workspace} has no registered model ${modelName}.`);
      return modelRecord(model);
    },
  };
}
