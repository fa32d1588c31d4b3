import type { API } from '@tracklens/core/browser';
import { orderedMetrics } from '@tracklens/core/charts';
import type { Project } from './experiment-grouping.ts';
import type { OrderedExperiments } from './experiment-nodes.ts';
import { type ExperimentOrder, newestFirst, type OrderedExperiment } from './experiment-order.ts';

interface Selection {
  /** Query that selects experiments; `null` for all. */
  readonly query: string | null;
  readonly order: ExperimentOrder;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the experiments of a project with the values that they are sorted by. A service that does not return the
 * metrics of a whole project gives the default order.
 */
export async function experimentList(
  api: API,
  { workspace, projectName }: Project,
  { query, order, signal }: Selection,
): Promise<OrderedExperiments> {
  const [selected, summaries] = await Promise.all([
    query === null && order.by === 'metric' ? null : selectedExperiments(),
    order.by === 'metric' ? api.getExperimentSummaries(workspace, projectName, { oneByOne: false, signal }) : null,
  ]);
  if (order.by === 'metric' && summaries !== null) {
    const keys = selected && new Set(selected.map(({ metadata }) => metadata.experimentKey));
    const experiments = summaries.filter(({ metadata }) => keys === null || keys.has(metadata.experimentKey));
    return {
      order,
      experiments: experiments.map(({ metadata, metrics }) => {
        return { metadata, value: metrics.get(order.metricName)?.[order.value] ?? Number.NaN };
      }),
    };
  }
  return {
    order: order.by === 'metric' ? newestFirst : order,
    experiments: selected ?? (await selectedExperiments()),
  };

  async function selectedExperiments(): Promise<readonly OrderedExperiment[]> {
    const found =
      query === null
        ? await api.getExperiments(workspace, { projectName, signal })
        : await api.queryAny(workspace, projectName, query, { signal });
    return await Promise.all(found.map(async (experiment) => ({ metadata: await experiment.metadata({ signal }) })));
  }
}

/**
 * Returns the names of the metrics that a project can be sorted by, each once. Null if the service does not return the
 * metrics of a whole project.
 */
export async function sortableMetrics(
  api: API,
  { workspace, projectName }: Project,
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  const [columns, summaries] = await Promise.all([
    api.getQueryVariables(workspace, projectName, { signal }),
    api.getExperimentSummaries(workspace, projectName, {
      oneByOne: false,
      // Any page shows whether the service sorts.
      sorted: { metricName: '', sortBy: 'current', page: 1, size: 1 },
      signal,
    }),
  ]);
  if (summaries === null) return null;
  return orderedMetrics(new Set(columns.filter(({ source }) => source === 'metrics').map(({ name }) => name)));
}
