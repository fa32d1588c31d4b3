import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../chromium.ts';
import { type ChartPage, chartPage } from './chart-page.ts';

const cleanup = suiteCleanup();
let site: ChartPage;
let browser: Browser;

before(async () => {
  site = await chartPage(cleanup);
  browser = await openChromium(cleanup);
});

/** No single piece of work may hold the page longer, on a machine that does much else. */
const longestMillis = 2500;

async function manySeries(what: 'metrics' | 'experiments', work: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  try {
    await page.goto(`${site.url}many-series#${what}`);
    await work(page);
    assert.deepEqual(problems, []);
    assert.equal(await page.evaluate(() => 'hacked' in window), false, 'a name ran as code');
    const longest = Number(await page.getAttribute('body', 'data-longest'));
    assert.ok(longest < longestMillis, `the page answered nobody for ${longest} ms`);
  } finally {
    await page.close();
  }
}

/** How many charts are drawn, and how many canvases they have. */
const drawn = (page: Page) =>
  page.evaluate(() => ({
    cards: document.querySelectorAll('[data-metric]').length,
    plots: document.querySelectorAll('.tracklens-plot[data-series]').length,
    canvases: document.querySelectorAll('canvas').length,
  }));

test('of 1,000 metrics only the charts near the viewport are drawn, at any scroll position', () =>
  manySeries('metrics', async (page) => {
    await page.waitForSelector('.tracklens-plot[data-series="1"]', { timeout: 60_000 });
    const first = await drawn(page);
    assert.equal(first.cards, 1000);
    assert.ok(first.plots > 3 && first.plots < 40, `${first.plots} charts`);
    const scroller = await page.evaluateHandle(() => {
      let element: Element | null = document.querySelector('[data-metric]');
      while (element && element.scrollHeight <= element.clientHeight + 1) element = element.parentElement;
      return element ?? document.scrollingElement!;
    });
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await scroller.evaluate((element, to) => element.scrollTo(0, to * element.scrollHeight), part);
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('[data-metric]')].some((card) => {
            const { top, bottom } = card.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && card.querySelector('.tracklens-plot[data-series="1"]');
          }),
        undefined,
        { timeout: 30_000 },
      );
    }
    const last = await drawn(page);
    assert.ok(last.plots < 40, `${last.plots} charts are left on the page`);
    await page.getByLabel('Search metrics').fill('metric 999');
    await page.waitForFunction(() => document.querySelectorAll('[data-metric]').length === 1);
    await page.waitForSelector('[data-metric="group19/metric 999"] .tracklens-plot[data-series="1"]');
  }));

test('of 10,000 selected experiments the first 300 are drawn, and the view says so', () =>
  manySeries('experiments', async (page) => {
    await page
      .getByText('Showing the first 300 of 10,000 selected experiments.')
      .or(page.getByText('first 300 of 10000'))
      .waitFor({ timeout: 60_000 });
    await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series="300"]', { timeout: 60_000 });
    const asked = Number(await page.getAttribute('body', 'data-asked'));
    assert.ok(asked >= 300 && asked < 500, `the points of ${asked} experiments were asked for`);
    assert.ok((await page.locator('.tl-legend-entry').count()) <= 200);
    await page.getByLabel('Search the legend').fill('run 221');
    assert.equal(await page.locator('.tl-legend-entry').count(), 1);
    await page.locator('.tl-legend-entry button').click({ modifiers: ['Alt'] });
    await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series="1"]');
  }));
