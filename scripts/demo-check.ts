import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Page, chromium as playwright } from 'playwright-core';
import type { ChromiumLaunch } from './chromium.ts';

/** Views that the browser shows in the demo notebook. */
export interface NotebookViews {
  /** Number of outputs drawn by the Tracklens renderer. */
  views: number;
  /** Titles of the charts with at least one line. */
  charts: string[];
  /** Total number of lines in these charts. */
  lines: number;
}

const limitMillis = 60_000;

/**
 * Opens the notebook, runs all cells and waits until every view that should have a chart is drawn. Saves a
 * screenshot.
 */
export async function checkNotebook(
  launch: ChromiumLaunch,
  address: string,
  screenshot: string,
): Promise<NotebookViews> {
  const browser = await playwright.launch(launch);
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1800 } });
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
    await mkdir(path.dirname(screenshot), { recursive: true });
    try {
      return await runNotebook(page, address);
    } catch (error) {
      const report = [(error as Error).message, ...pageErrors, `Screenshot: ${screenshot}`];
      throw new Error(report.join('\n'));
    } finally {
      await page.screenshot({ path: screenshot });
    }
  } finally {
    await browser.close();
  }
}

async function runNotebook(page: Page, address: string): Promise<NotebookViews> {
  page.setDefaultTimeout(limitMillis);
  await page.goto(address);
  // Running cells before the session has a kernel would open a dialog instead.
  await page.getByText(/^Python 3 \(ipykernel\) \| Idle$/).waitFor();
  await page.getByRole('menuitem', { name: 'Run', exact: true }).click();
  await page.getByText('Run All Cells', { exact: true }).click();
  await allCellsDone(page);
  await rejectErrors(page);
  await chartsDrawn(page);
  const seen = await readViews(page);
  if (seen.lines === 0) throw new Error('No chart in the notebook has a line.');
  return seen;
}

/** Waits until each code cell shows its execution number; a pending cell shows `[*]`. */
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

/** Charts are drawn when they scroll into view. Waits for at least one line, and for every visible chart. */
async function chartsDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const plots = [...document.querySelectorAll<HTMLElement>('.jp-OutputArea .tracklens-plot')];
      const visible = plots.filter((plot) => {
        const { top, bottom } = plot.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      return (
        plots.some((plot) => Number(plot.dataset.series) > 0) &&
        visible.every((plot) => plot.dataset.series !== undefined)
      );
    },
    undefined,
    { timeout: limitMillis },
  );
}

/** Reads the DOM attributes of the views: each plot exposes the number of its drawn lines. */
async function readViews(page: Page): Promise<NotebookViews> {
  return page.evaluate(() => {
    const drawn = [...document.querySelectorAll<HTMLElement>('.jp-OutputArea .tracklens-plot')].filter(
      (plot) => Number(plot.dataset.series) > 0,
    );
    return {
      views: document.querySelectorAll('.jp-OutputArea .tl-view').length,
      charts: drawn.map((plot) => plot.closest('figure')?.querySelector('figcaption')?.textContent ?? ''),
      lines: drawn.reduce((sum, plot) => sum + Number(plot.dataset.series), 0),
    };
  });
}
