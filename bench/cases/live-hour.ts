import { type CDPSession, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { benchPage } from '../bench-page.ts';
import type { LimitedQuantity } from '../goal.ts';
import { spread } from '../side-by-side.ts';

/** Reads in an hour, one every five seconds; the hour before is the warm-up. */
const hour = 720;
const rounds = 3;

/** Returns the bytes that are still reachable. */
async function heapBytes(session: CDPSession): Promise<number> {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** An hour of a running experiment in view, time compressed: the heap must not grow with it. */
export async function liveHour(): Promise<LimitedQuantity[]> {
  const site = await benchPage('live.ts');
  const browser = await playwright.launch(await chromium());
  const growth: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.enable');
      await page.goto(site.url);
      const until = async (readings: number) => {
        await page.waitForFunction(
          (count) => document.title.startsWith('error') || Number(document.title) >= count,
          readings,
          { timeout: 600_000, polling: 200 },
        );
        const title = await page.title();
        if (title.startsWith('error')) throw new Error(`live-hour: ${title}`);
      };
      await until(hour);
      if ((await page.locator('.tracklens-plot[data-series="1"]').count()) !== 4)
        throw new Error('live-hour: not every chart was drawn');
      const before = await heapBytes(session);
      await until(Number(await page.title()) + hour);
      const after = await heapBytes(session);
      growth.push((100 * (after - before)) / before);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return [
    {
      work: `a running experiment with 4 charts in view for an hour (${hour} reads, time compressed)`,
      quantity: 'growth of the heap after collection',
      unit: '%',
      values: spread(growth),
      limit: 2,
    },
  ];
}
