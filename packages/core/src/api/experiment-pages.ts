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

/**
 * Returns the page with the experiment at a position, and with as many as possible behind it. It is at most as long as
 * what was read before.
 */
function pageAt(
  position: number,
  { readCount, limit }: { readCount: number; limit: number },
): { readonly page: number; readonly size: number } {
  const longest = Math.min(Math.max(readCount, firstPageSize), limit);
  const newCount = (size: number) => size - (position % size);
  let size = longest;
  for (let shorter = longest - 1; shorter >= longest / 2; shorter--) {
    if (newCount(shorter) > newCount(size)) size = shorter;
  }
  return { page: Math.floor(position / size) + 1, size };
}

/**
 * Yields pages of the selected experiments, newest first within each project. Loaded when a program iterates over
 * experiments.
 *
 * Experiments that are archived, deleted or moved meanwhile, often by the loop itself, shift those behind them to
 * earlier positions. So each page overlaps with those before it. If its first experiment is new, others have moved to a
 * page that was read before, which is then read again. Experiments that are added shift others to later positions,
 * where they are skipped as duplicates.
 *
 * A service may return shorter pages than requested. So a page that is shorter is the last one only if the service
 * states its size or has returned a longer one. Else the next page shows whether there are more.
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
    // Number of experiments that the service returns at once, as far as it is known.
    let [longest, limit] = [0, largestPageSize];
    let isLimitDoubtful = false;
    for (let position = 0; ; ) {
      const { page, size } = pageAt(position, { readCount: seen.size, limit });
      const query = { workspaceName, projectName, archived, page, size };
      const order = { sortBy: 'startTime', sortOrder: 'desc' } as const;
      const response = await context.call(contract.experiments.list, { query: { ...query, ...order } });
      const { experiments: listed, pageSize } = response;
      const isLimit = pageSize === undefined && listed.length >= Math.max(longest, 1) && listed.length < size;
      const appliedSize = isLimit ? listed.length : size;
      const start = appliedSize * (page - 1);
      if (start > 0 && canGoBack && !seen.has(listed[0]?.experimentKey ?? '')) {
        position = Math.max(0, start - appliedSize);
        continue;
      }
      const fresh = listed.filter(({ experimentKey }) => !seen.has(experimentKey));
      for (const { experimentKey } of fresh) seen.add(experimentKey);
      yield fresh.filter(matches).map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
      const end = start + appliedSize;
      if (fresh.length > 0) freshEnd = end;
      else if (isLimitDoubtful) break;
      // Duplicates at more positions than there are experiments: the service ignores the page.
      if (listed.length !== appliedSize || end - freshEnd > seen.size) break;
      if (isLimit) limit = appliedSize;
      isLimitDoubtful = isLimit;
      longest = Math.max(longest, listed.length);
      canGoBack = fresh.length > 0;
      position = canGoBack ? end - 1 : end;
    }
  }
}
