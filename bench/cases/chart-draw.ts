import { type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { benchPage } from '../bench-page.ts';
import type { Measured } from '../goal.ts';
import { lossCurve } from '../seed.ts';
import { type Side, sideBySide } from '../side-by-side.ts';

const experiments = 50;
const points = 10_000;

/** Returns the response of a service with the points of all experiments. */
function respond(): string {
  const steps = Array.from({ length: points }, (_, step) => step);
  const entries = Array.from({ length: experiments }, (_, experiment) => {
    const key = experiment.toString(16).padStart(32, '0');
    const values = Array.from(lossCurve(experiment, 0, points));
    return [key, { metrics: [{ metricName: 'loss', values, steps }] }];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

let call = 0;

/** Controls the page through its address: code run by a debugger would be exempt from the page's policy. */
function side(page: Page, name: string, what: string): Side {
  return {
    name,
    async run() {
      const hash = `#${what}-${call++}`;
      await page.evaluate((wanted) => {
        location.hash = wanted;
      }, hash);
      await page.waitForFunction((wanted) => document.title.includes(`"hash":"${wanted}"`), hash, { timeout: 120_000 });
      const result = JSON.parse(await page.title()) as { millis?: number; drawn?: number; error?: string };
      if (result.millis === undefined) throw new Error(`${name}: ${result.error}`);
      if (what !== 'parse' && !result.drawn) throw new Error(`${name} drew nothing`);
      return { wallMillis: result.millis };
    },
  };
}

/**
 * A chart of 50 experiments x 10,000 points in Chromium, against stock vega-lite with its interpreter and against
 * JSON.parse.
 */
export async function chartDraw(): Promise<Measured[]> {
  const site = await benchPage('draw.ts', new Map([['/response.json', respond()]]));
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    await page.goto(site.url);
    await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: 60_000 });
    const ours = side(page, 'Tracklens', 'ours');
    const work = 'chart of 50 x 10,000 points, Chromium, no eval';
    return [
      {
        work,
        comparison: await sideBySide(ours, side(page, 'vega-lite + interpreter', 'stock'), { rounds: 3 }),
        atLeast: 25,
      },
      {
        work: `${work}: times JSON.parse of the data`,
        comparison: await sideBySide(ours, side(page, 'JSON.parse', 'parse'), { rounds: 7 }),
        atLeast: 1 / 6,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}
