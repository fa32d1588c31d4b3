import type { API, APIExperiment } from '@tracklens/core/browser';
import type { Column } from '@tracklens/core/query';
import { failure } from './failure.ts';
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
  /** What a list has given need not be looked up again one by one. */
  const known = new Map<string, APIExperiment>();

  const experiment = async (key: string, signal: AbortSignal): Promise<APIExperiment> => {
    const found = known.get(key) ?? (await api.getExperimentByKey(key, { signal }));
    if (found === null) throw failure('absent', 'The service does not know this experiment.');
    known.set(key, found);
    return found;
  };

  return {
    takenAtMillis: null,
    async metadata(key, signal) {
      const before = known.get(key);
      return before ? await before.getMetadata({ signal }) : await (await experiment(key, signal)).metadata({ signal });
    },
    async tags(key, signal) {
      return await (await experiment(key, signal)).getTags({ signal });
    },
    async metrics(key, signal) {
      return await (await experiment(key, signal)).getMetricsSummary({ signal });
    },
    async parameters(key, signal) {
      return await (await experiment(key, signal)).getParametersSummary({ signal });
    },
    async details(key, signal) {
      const one = await experiment(key, signal);
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
      for (const one of found) known.set(one.key, one);
      const records = await Promise.all(found.map((one) => one.metadata({ signal })));
      return records.sort((a, b) => b.startTimeMillis - a.startTimeMillis);
    },
    columns: (workspace, projectName, signal) => api.getQueryVariables(workspace, projectName, { signal }),
    async model(workspace, modelName, signal) {
      return modelRecord(await api.getRegistryModelDetails(workspace, modelName, { signal }));
    },
  };
}
