import type { API } from '@tracklens/core/browser';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import type { Translate } from '../text/translate.ts';
import type { Project } from './experiment-grouping.ts';
import { experimentNodes } from './experiment-nodes.ts';
import type { ExperimentOrder, OrderedExperiment } from './experiment-order.ts';
import type { PagedNodes } from './lazy-tree.ts';
import { type TreeNode, treePageSize } from './tree-node.ts';

/** Experiments of a project in the order of the service, page by page. */
type Pages = AsyncIterator<readonly OrderedExperiment[]>;

async function* newestPages(
  api: API,
  { workspace, projectName }: Project,
  signal: AbortSignal,
): AsyncGenerator<OrderedExperiment[]> {
  let page: OrderedExperiment[] = [];
  for await (const experiment of api.getExperiments(workspace, { projectName, signal })) {
    page.push({ metadata: await experiment.metadata({ signal }) });
    if (page.length < treePageSize) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** Orders that the service sorts by, so that the first page needs no other. */
type PagedOrder = Extract<ExperimentOrder, { by: 'metric' }> | { readonly by: 'newest' };

/** Whether the service returns experiments in this order page by page. */
export const isPaged = (order: ExperimentOrder): order is PagedOrder => order.by === 'newest' || order.by === 'metric';

async function* metricPages(
  api: API,
  { workspace, projectName }: Project,
  { metricName, value, descending }: Extract<PagedOrder, { by: 'metric' }>,
  signal: AbortSignal,
): AsyncGenerator<OrderedExperiment[]> {
  const sortOrder = descending ? 'desc' : 'asc';
  let previous: readonly string[] = [];
  for (let page = 1; ; page++) {
    const sorted = { metricName, page, size: treePageSize, sortBy: value, sortOrder } as const;
    const found = await api.getExperimentSummaries(workspace, projectName, { oneByOne: false, sorted, signal });
    // A service that does not sort: without values, the newest are first.
    if (found === null) return yield* newestPages(api, { workspace, projectName }, signal);
    const keys = found.map(({ metadata }) => metadata.experimentKey);
    // A service of an earlier version returns every experiment for each page.
    if (keys.every((key, index) => key === previous[index])) return;
    previous = keys;
    yield found.map(({ metadata, metrics }) => ({ metadata, value: metrics.get(metricName)?.[value] ?? Number.NaN }));
    if (found.length !== treePageSize) return;
  }
}

/** Nodes of the experiments of a project, read as far as they are shown. */
export interface ExperimentPagesOptions {
  readonly api: API;
  readonly project: Project;
  readonly order: PagedOrder;
  readonly parent: TreeNode;
  /** Keys of the experiments that are shown first. */
  readonly starred: ReadonlySet<string>;
  /** Number of experiments of the project, if it is known. */
  readonly count: number | undefined;
  readonly t: Translate;
}

/**
 * Returns the nodes of a project's experiments, read page by page in the order of the service. Starred ones that are
 * not on the first page are read on their own.
 */
export function experimentPages(options: ExperimentPagesOptions): PagedNodes {
  const { api, project, order, parent, starred, count, t } = options;
  const open = ({ signal }: AbortController): Pages =>
    order.by === 'metric' ? metricPages(api, project, order, signal) : newestPages(api, project, signal);
  let abort = new AbortController();
  let pages = open(abort);
  const loaded = new Map<string, OrderedExperiment>();
  let isComplete = false;
  let reading: Promise<void> = Promise.resolve();

  /** Reads the next page for one of the readers, which can abort it. */
  async function nextPage(signal: AbortSignal | undefined) {
    const stop = () => abort.abort(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      return await pages.next();
    } catch (error) {
      // A failed generator has no further pages. Another one starts again, and what is loaded is kept.
      abort = new AbortController();
      pages = open(abort);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async function readTo(wanted: number, signal: AbortSignal | undefined): Promise<void> {
    const isFirst = loaded.size === 0;
    while (!isComplete && loaded.size < wanted) {
      signal?.throwIfAborted();
      const { done, value } = await nextPage(signal);
      if (done) isComplete = true;
      else
        for (const one of value)
          if (!loaded.has(one.metadata.experimentKey)) loaded.set(one.metadata.experimentKey, one);
    }
    if (!isFirst || isComplete) return;
    const missing = [...starred].filter((key) => !loaded.has(key));
    for (const metadata of await Promise.all(missing.map((key) => listedMetadata(api, project, key, signal)))) {
      if (metadata !== null) loaded.set(metadata.experimentKey, { metadata });
    }
  }

  return {
    async first(wanted, signal) {
      reading = reading.catch(() => {}).then(() => readTo(wanted, signal));
      await reading;
      const nodes = experimentNodes(parent, { experiments: [...loaded.values()], order }, t);
      // There are more than were counted if more than that are loaded: the project has grown since.
      const isAll = isComplete || nodes.length === count;
      return { nodes, total: isAll ? nodes.length : Math.max(count ?? 0, nodes.length + 1) };
    },
  };
}

/** Returns the metadata of an experiment; null if it is archived or not in the project. */
async function listedMetadata(
  api: API,
  project: Project,
  key: string,
  signal: AbortSignal | undefined,
): Promise<ExperimentMetadata | null> {
  const metadata = await (await api.getExperimentByKey(key, { signal }))?.metadata({ signal });
  const isListed =
    metadata?.workspaceName === project.workspace && metadata.projectName === project.projectName && !metadata.archived;
  return isListed ? metadata : null;
}
