import { build } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { inRoot } from '../../scripts/folders.ts';
import { benchPage } from '../bench-page.ts';
import type { Limited } from '../goal.ts';
import { spread } from '../side-by-side.ts';

/** What the page's `scrollTable` answers. */
interface Scrolled {
  readonly longest: number;
  readonly long: number;
  readonly way: number;
}

/** So many times the table is gone down, each time through rows that nobody has seen. */
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

/** Scrolls the table of a project with 10,000 experiments in Chromium, and tells the longest task of each round. */
export async function scrolledTable(): Promise<Scrolled[]> {
  const site = await benchPage('table.ts', new Map([['/style.css', await styleText()]]));
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(site.url);
    await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '10001');
    await page.waitForSelector('.tl-spark');
    await page.waitForSelector('.tracklens-plot[data-series]');
    const seen: Scrolled[] = [];
    for (let round = 0; round < rounds; round++) {
      const scrolled = await page.evaluate(
        ([count, step]) =>
          (window as unknown as { scrollTable(frames: number, pixels: number): Promise<Scrolled> }).scrollTable(
            count,
            step,
          ),
        [frames, pixels] as const,
      );
      if (scrolled.way < 0.9 * frames * pixels) throw new Error(`project-table: scrolled only ${scrolled.way} pixels`);
      seen.push(scrolled);
    }
    return seen;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** The table of 10,000 experiments scrolls without a task that a person would feel. */
export async function projectTable(): Promise<Limited[]> {
  const seen = await scrolledTable();
  return [
    {
      work: `table of 10,000 experiments, 20 columns with 2 of sparklines, scrolled by ${Math.round((frames * pixels) / 28)} rows in 2 s`,
      quantity: 'longest task of a round (0: none over 50 ms)',
      unit: 'ms',
      values: spread(seen.map(({ longest }) => longest)),
      atMost: 50,
    },
  ];
}
