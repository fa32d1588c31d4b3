import type { Batches } from '../client/list-promise.ts';
import type { OperationContext } from '../client/operation.ts';
import { contract } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { type ListSelection, projectNames, startMatcher } from './experiment-lists.ts';

/**
 * Sizes of the first and of the largest page. A page is as long as all pages before it, so that a loop that ends early
 * requests little, and a long one sends few requests. Two pages have the 200 rows that a tree shows at first.
 */
const [firstPageSize, largestPageSize] = [101, 3200];

/** Returns the page that begins at a position or shortly before it. It is about as long as what was read before. */
function pageAt(position: number, readCount: number): { readonly page: number; readonly size: number } {
  const longest = Math.min(Math.max(readCount, firstPageSize), largestPageSize);
  if (position === 0) return { page: 1, size: longest };
  const pagesBefore = Math.ceil(position / longest);
  return { page: pagesBefore + 1, size: Math.floor(position / pagesBefore) };
}

/**
 * Yields pages of the selected experiments, newest first within each project. Loaded when a program iterates over
 * experiments.
 *
 * Experiments that are archived, deleted or moved meanwhile, often by the loop itself, shift those behind them to
 * earlier positions. So each page overlaps with those before it. If its first experiment is new, others have moved to a
 * page that was read before, which is then read again. Experiments that are added shift others to later positions,
 * where they are skipped as duplicates.
 */
export async function* pagedExperiments(
  context: OperationContext<AccountSubject>,
  workspaceName: string,
  { archived, pattern, projectName: onlyProject }: ListSelection,
): Batches<ExperimentReference> {
  const matches = startMatcher(context, pattern);
  for (const projectName of await projectNames(context, workspaceName, onlyProject)) {
    const seen = new Set<string>();
    // A service without a stable order is not asked for the same pages again and again.
    let canGoBack = true;
    // End of the last page with a new experiment.
    let freshEnd = 0;
    for (let position = 0; ; ) {
      const { page, size } = pageAt(position, seen.size);
      const query = { workspaceName, projectName, archived, page, size };
      const order = { sortBy: 'startTime', sortOrder: 'desc' } as const;
      const { experiments: listed } = await context.call(contract.experiments.list, { query: { ...query, ...order } });
      const start = size * (page - 1);
      if (start > 0 && canGoBack && !seen.has(listed[0]?.experimentKey ?? '')) {
        position = start - size;
        continue;
      }
      const fresh = listed.filter(({ experimentKey }) => !seen.has(experimentKey));
      for (const { experimentKey } of fresh) seen.add(experimentKey);
      yield fresh.filter(matches).map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
      const end = start + size;
      if (fresh.length > 0) freshEnd = end;
      // Duplicates at more positions than there are experiments: the service ignores the page.
      if (listed.length !== size || end - freshEnd > seen.size) break;
      canGoBack = fresh.length > 0;
      position = end - 1;
    }
  }
}
