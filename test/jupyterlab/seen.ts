import type { Locator } from 'playwright-core';

/** The charts below an element. They are drawn when they are seen: goes to the first of them and waits for it. */
export async function drawnCharts(scope: Locator): Promise<Locator> {
  await scope.locator('[data-metric]').first().scrollIntoViewIfNeeded();
  const charts = scope.locator('[data-series]');
  await charts.first().waitFor({ state: 'attached' });
  return charts;
}

/** How many series each chart below an element draws, as the view says it. */
export async function seriesCounts(scope: Locator): Promise<number[]> {
  const charts = await drawnCharts(scope);
  return charts.evaluateAll((elements) => elements.map((element) => Number((element as HTMLElement).dataset.series)));
}
