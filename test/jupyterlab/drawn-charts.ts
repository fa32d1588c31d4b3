import type { Locator } from 'playwright-core';

/**
 * Returns the charts below an element. Charts are drawn lazily, so the first one is scrolled into view and awaited.
 */
export async function drawnCharts(scope: Locator): Promise<Locator> {
  await scope.locator('[data-metric]').first().scrollIntoViewIfNeeded();
  const charts = scope.locator('[data-series]');
  await charts.first().waitFor({ state: 'attached' });
  return charts;
}

/** Returns the number of series of each chart below an element, as the view reports it. */
export async function seriesCounts(scope: Locator): Promise<number[]> {
  const charts = await drawnCharts(scope);
  return charts.evaluateAll((elements) => elements.map((element) => Number((element as HTMLElement).dataset.series)));
}
