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

/** How many elements the page has, and how many charts are drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    height: document.documentElement.scrollHeight,
    plots: document.querySelectorAll('.tracklens-plot[data-series]').length,
  }));

/** Names of the metrics whose cards have elements, in the order of the page. */
const cardNames = (page: Page) =>
  page.locator('[data-metric]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-metric')));

test('of 5,000 metrics only the cards near the viewport have elements, at any scroll position', () =>
  manySeries('metrics', async (page) => {
    await page.waitForSelector('.tracklens-plot[data-series="1"]', { timeout: 60_000 });
    const first = await drawn(page);
    assert.ok(first.elements < 3000, `${first.elements} elements`);
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
    assert.ok(last.elements < 3000, `${last.elements} elements are left on the page`);
    assert.ok(Math.abs(last.height - first.height) < first.height / 100, `${first.height} and ${last.height} px`);
    assert.ok((await cardNames(page)).includes('group19/metric 4999'));
    await page.getByLabel('Search metrics').fill('metric 4999');
    await page.waitForFunction(() => document.querySelectorAll('[data-metric]').length === 1);
    await page.waitForSelector('[data-metric="group19/metric 4999"] .tracklens-plot[data-series="1"]');
  }));

test('of 5,000 metrics those without elements can be found in the page, and each card has its position', () =>
  manySeries('metrics', async (page) => {
    const far = 'group10/metric 2510';
    await page.waitForSelector('.tracklens-plot[data-series="1"]', { timeout: 60_000 });
    assert.ok(!(await cardNames(page)).includes(far));
    // `window.find` finds what the search of the browser finds, and scrolls there.
    await page.waitForFunction((name) => (window as unknown as { find(text: string): boolean }).find(name), far);
    const card = page.locator(`[data-metric="${far}"]`);
    await card.locator('.tracklens-plot[data-series="1"]').waitFor();
    assert.ok(await card.evaluate((element) => element.getBoundingClientRect().top < innerHeight));
    assert.equal(await card.getAttribute('aria-setsize'), '250');
    assert.equal(await card.getAttribute('aria-posinset'), '126');
  }));

test('the choice of the x axis has the options of 5,000 metrics while it is used', () =>
  manySeries('metrics', async (page) => {
    const choice = page.getByRole('combobox', { name: 'X', exact: true });
    const count = () => choice.locator('option').count();
    await choice.waitFor();
    const { width } = (await choice.boundingBox())!;
    assert.equal(await count(), 1);
    await choice.focus();
    assert.ok((await count()) > 5000);
    assert.equal((await choice.boundingBox())!.width, width);
    await choice.selectOption('metric:group0/metric 20');
    await page.getByLabel('Search metrics').focus();
    assert.equal(await count(), 1);
    assert.equal(await choice.inputValue(), 'metric:group0/metric 20');
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
