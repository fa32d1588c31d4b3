import { build } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { inRoot } from '../../scripts/folders.ts';
import { benchPage } from '../bench-page.ts';
import type { Outcome } from '../goal.ts';
import { mainThread } from '../main-thread.ts';
import type { Scrolled } from '../pages/table.ts';
import { type Side, sideBySide, spread } from '../side-by-side.ts';

/** Number of scrolls through the table, each through rows that were not drawn before. */
const rounds = 5;
/** Two seconds at sixty frames, seven rows a frame. */
const frames = 120;
const pixels = 200;

async function styleText(): Promise<string> {
  const built = await build({
    entryPoints: [inRoot('packages', 'ui', 'src', 'theme', 'style.css')],
    bundle: true,
    write: false,
  });
  return built.outputFiles[0]!.text;
}

interface TablePage {
  scrollTable(frames: number, pixels: number): Promise<Scrolled>;
  showTable(which: 'ours' | 'plain'): Promise<void>;
}

/** The table of 10,000 experiments scrolls without a noticeable long task, and costs little more than a plain table. */
export async function projectTable(): Promise<Outcome[]> {
  const site = await benchPage('table.ts', new Map([['/style.css', await styleText()]]));
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(site.url);
    await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '10001');
    await page.waitForSelector('.tl-spark');
    await page.waitForSelector('.tracklens-plot[data-series]');
    const thread = await mainThread(page);
    // The plain table copies the cells of rows that are loaded completely.
    await page.waitForFunction(() => document.querySelectorAll('[data-id]:not(:has(.tl-skeleton-cell))').length > 8);
    await page.evaluate(() => (window as unknown as TablePage).showTable('plain'));
    const longest: number[] = [];
    const side = (which: 'ours' | 'plain', name: string): Side => ({
      name,
      async run() {
        await page.evaluate((one) => (window as unknown as TablePage).showTable(one), which);
        const before = await thread.cpuMillis();
        const scrolled = await page.evaluate(
          ([count, step]) => (window as unknown as TablePage).scrollTable(count, step),
          [frames, pixels] as const,
        );
        const frameMillis = ((await thread.cpuMillis()) - before) / frames;
        if (scrolled.distance < 0.9 * frames * pixels)
          throw new Error(`project-table: scrolled only ${scrolled.distance} pixels`);
        if (which === 'ours') longest.push(scrolled.longest);
        return { wallMillis: frameMillis };
      },
    });
    const work = `table of 10,000 experiments, 20 columns with 2 of sparklines, scrolled by ${Math.round((frames * pixels) / 28)} rows in 2 s`;
    const comparison = await sideBySide(side('ours', 'ours'), side('plain', 'bare elements with the same cells'), {
      rounds,
    });
    return [
      {
        work,
        quantity: 'longest task of a round (0: none over 50 ms)',
        unit: 'ms',
        values: spread(longest.slice(-rounds)),
        limit: 50,
      },
      { work: `${work}: main thread's CPU of a frame`, comparison, atLeast: 0.4 },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}
