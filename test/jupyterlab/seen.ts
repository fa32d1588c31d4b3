import type { Locator } from 'playwright-core';

/** How many series each chart below an element draws, as the view says it. Charts draw when seen: waits for the first. */
export async function seriesCounts(scope: Locator): Promise<number[]> {
  await scope.scrollIntoViewIfNeeded();
  const charts = scope.locator('[data-series]');
  await charts.first().waitFor({ state: 'attached' });
  return charts.evaluateAll((elements) => elements.map((element) => Number((element as HTMLElement).dataset.series)));
}
