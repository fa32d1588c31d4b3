import type { Batches } from '../client/list-promise.ts';
import type { OperationContext } from '../client/operation.ts';
import { contract } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { type ListSelection, projectNames, startMatcher } from './experiment-lists.ts';

/**
 * Sizes of the first and of the largest page. A page is as long as all pages before it, so that a loop that ends early
 * requests little, and a long one sends few requests.
 */
const [firstPageSize, largestPageSize] = [100, 3200];

/**
 * Yields pages of the selected experiments, newest first within each project. Loaded when a program iterates over
 * experiments.
 */
export async function* pagedExperiments(
  context: OperationContext<AccountSubject>,
  workspaceName: string,
  { archived, pattern, projectName: onlyProject }: ListSelection,
): Batches<ExperimentReference> {
  const matches = startMatcher(context, pattern);
  for (const projectName of await projectNames(context, workspaceName, onlyProject)) {
    const seen = new Set<string>();
    for (let [page, size] = [1, firstPageSize]; ; ) {
      const query = { workspaceName, projectName, archived, page, size };
      const order = { sortBy: 'startTime', sortOrder: 'desc' } as const;
      const response = await context.call(contract.experiments.list, { query: { ...query, ...order } });
      // Skips duplicates: experiments that start meanwhile shift others to the next page, and a service may ignore
      // paging.
      const fresh = response.experiments.filter(({ experimentKey }) => !seen.has(experimentKey));
      for (const { experimentKey } of fresh) seen.add(experimentKey);
      yield fresh.filter(matches).map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
      if (response.experiments.length !== size || fresh.length === 0) break;
      // The second page of twice the size begins where the second of this size ends.
      if (page === 2 && size < largestPageSize) size *= 2;
      else page++;
    }
  }
}
