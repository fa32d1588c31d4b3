import { type API, APIExperiment } from '@tracklens/core/browser';
import type { Column } from '@tracklens/core/query';
import { modelRecord } from './model-record.ts';
import { uncached } from './uncached.ts';
import type { ChartData, ViewSource } from './view-source.ts';

/** A connection also knows what a query on a project can name. */
export interface LiveSource extends ViewSource {
  columns(workspace: string, projectName: string, signal: AbortSignal): Promise<readonly Column[]>;
}

/** Reads from the service through the classes of the interface. */
export function liveSource(api: API): LiveSource {
  uncached(api);
  /** Asks nothing by itself. */
  const experiment = (key: string) => new APIExperiment({ api, previousExperiment: key });

  return {
    takenAtMillis: null,
    metadata: (key, signal) => experiment(key).getMetadata({ signal }),
    tags: (key, signal) => experiment(key).getTags({ signal }),
    metrics: (key, signal) => experiment(key).getMetricsSummary({ signal }),
    parameters: (key, signal) => experiment(key).getParametersSummary({ signal }),
    async details(key, signal) {
      const one = experiment(key);
      const [tags, metrics, parameters] = await Promise.all([
        one.getTags({ signal }),
        one.getMetricsSummary({ signal }),
        one.getParametersSummary({ signal }),
      ]);
      return { tags, metrics, parameters };
    },
    async chart(keys, names, { full }, signal) {
      // The same lists, here not to be changed, there as a schema makes them.
      return (await api.getMetricsForChart(keys, { metrics: names, full, signal })) as ChartData;
    },
    async experiments({ workspace, projectName, query, archived = false }, signal) {
      const found =
        query === undefined
          ? await api.getExperiments(workspace, { projectName, signal })
          : await api.query(workspace, projectName, query, { archived, signal });
      const records = await Promise.all(found.map((one) => one.metadata({ signal })));
      return records.sort((a, b) => b.startTimeMillis - a.startTimeMillis);
    },
    columns: (workspace, projectName, signal) => api.getQueryVariables(workspace, projectName, { signal }),
    async model(workspace, modelName, signal) {
      return modelRecord(await api.getRegistryModelDetails(workspace, modelName, { signal }));
    },
  };
}
