import { chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { benchPage } from '../bench-page.ts';
import type { LimitedQuantity } from '../goal.ts';
import { spread } from '../side-by-side.ts';

const rounds = 5;

interface ZoomResult {
  readonly error?: string;
  readonly missed: number;
  readonly frames: number;
  readonly redrawn: number;
  readonly moved: number;
  readonly settled: number;
  readonly lines: number;
}

/**
 * Moving a zoomed chart of 50 experiments x 10,000 points in Chromium: every movement is drawn in its frame, and the
 * final drawing follows promptly.
 */
export async function chartZoom(): Promise<LimitedQuantity[]> {
  const site = await benchPage('zoom.ts');
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    await page.goto(site.url);
    await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: 60_000 });
    const all: ZoomResult[] = [];
    for (let round = 0; round <= rounds; round++) {
      const hash = `#${round}`;
      await page.evaluate((wanted) => {
        location.hash = wanted;
      }, hash);
      await page.waitForFunction(
        (wanted) => document.title.includes(`"hash":"${wanted}"`) || document.title.includes('"error"'),
        hash,
        { timeout: 120_000 },
      );
      const result = JSON.parse(await page.title()) as ZoomResult;
      if (result.error !== undefined || result.lines !== 50)
        throw new Error(`chart-zoom: ${result.error ?? 'drew too little'}`);
      // The first round warms up.
      if (round > 0) all.push(result);
    }
    const work = 'moving a zoomed chart of 50 x 10,000 points, Chromium, no eval';
    return [
      {
        work,
        quantity: `frames longer than 1.5 idle ones, of ${all[0]!.frames}`,
        unit: '%',
        values: spread(all.map(({ missed, frames }) => (100 * missed) / frames)),
        limit: 5,
      },
      {
        work,
        quantity: 'movements not drawn in their own frame',
        unit: '%',
        values: spread(all.map(({ redrawn, moved }) => (100 * (moved - redrawn)) / moved)),
        limit: 0,
      },
      {
        work,
        quantity: 'frames until the chart is redrawn after the drag',
        unit: 'frames',
        values: spread(all.map(({ settled }) => settled)),
        limit: 10,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}
