import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Page, chromium as playwright } from 'playwright-core';
import type { ChromiumLaunch } from './chromium.ts';

/** What a browser saw in the demo notebook. */
export interface SeenInNotebook {
  /** Outputs drawn by the Tracklens renderer. */
  views: number;
  /** Charts with at least one series. */
  charts: number;
  /** Names of the series, chart after chart. */
  series: string[];
}

const limitMillis = 90_000;

/** Opens the notebook, runs all cells and waits until every view that should chart has drawn; saves a screenshot. */
export async function checkNotebook(
  launch: ChromiumLaunch,
  address: string,
  screenshot: string,
): Promise<SeenInNotebook> {
  const browser = await playwright.launch(launch);
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1800 } });
    page.setDefaultTimeout(limitMillis);
    await page.goto(address);
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
    await page.getByRole('menuitem', { name: 'Run', exact: true }).click();
    await page.getByText('Run All Cells', { exact: true }).click();
    await allCellsDone(page);
    await rejectErrors(page);
    await page.locator('.jp-OutputArea [data-series]').first().waitFor({ state: 'attached' });
    const seen = await readViews(page);
    await mkdir(path.dirname(screenshot), { recursive: true });
    await page.screenshot({ path: screenshot });
    if (seen.charts === 0) throw new Error('No chart with a series in the notebook.');
    return seen;
  } finally {
    await browser.close();
  }
}

/** Each code cell shows its number once it has run; `[*]` while it waits. */
async function allCellsDone(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
      return prompts.length > 0 && prompts.every((prompt) => /^\[\d+\]:?$/.test(prompt.textContent?.trim() ?? ''));
    },
    undefined,
    { timeout: limitMillis },
  );
}

async function rejectErrors(page: Page): Promise<void> {
  const errors = page.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]');
  if ((await errors.count()) > 0) throw new Error(`A cell failed:\n${await errors.first().innerText()}`);
}

async function readViews(page: Page): Promise<SeenInNotebook> {
  return page.evaluate(() => {
    const charts = [...document.querySelectorAll('.jp-OutputArea [data-series]')].map((chart) => {
      const value = (chart as HTMLElement).dataset.series ?? '';
      return value.startsWith('[') ? (JSON.parse(value) as unknown[]).map(String) : value.split(',').filter(Boolean);
    });
    return {
      views: document.querySelectorAll('.jp-OutputArea .tracklens-view').length,
      charts: charts.filter((names) => names.length > 0).length,
      series: charts.flat(),
    };
  });
}
