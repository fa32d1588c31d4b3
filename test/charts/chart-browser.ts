import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openChromium } from '../chromium.ts';
import { type ChartPage, chartPage } from './chart-page.ts';
import { hashOf, type PageContent } from './page-content.ts';

/** Attributes of a plot. */
export type Plot = Record<'series' | 'pointsShown' | 'pointsTotal' | 'nan' | 'infinite' | 'markers' | 'beyond', number>;

/** Browser with a page that shows charts. */
export interface ChartBrowser {
  readonly site: ChartPage;
  /**
   * Shows some charts on the page and resolves when each is drawn. Fails the test on any error or policy violation, and
   * if a name ran as code.
   */
  shown(content: PageContent, check: (page: Page) => Promise<void>): Promise<void>;
}

/** Starts the browser and the chart page for the lifetime of a cleanup stack. */
export async function chartBrowser(stack: AsyncDisposableStack): Promise<ChartBrowser> {
  const site = await chartPage(stack);
  const browser = await openChromium(stack);
  let problems: string[] = [];
  const openPage = async () => {
    const page = await browser.newPage({ viewport: { width: 832, height: 900 } });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) problems.push(message.text());
    });
    return page;
  };
  /** Page of the previous test, if that passed: its scripts stay loaded and compiled. */
  let released: Page | null = null;
  return {
    site,
    async shown(content, check) {
      const page = released ?? (await openPage());
      released = null;
      problems = [];
      let passed = false;
      try {
        await page.goto(site.url + hashOf(content));
        await page.waitForFunction(
          (drawn) => document.querySelectorAll('.tracklens-plot[data-series]').length === drawn,
          content.charts.length,
          { timeout: 30_000 },
        );
        assert.equal(await page.getAttribute('body', 'data-eval-blocked'), 'true');
        await check(page);
        assert.equal(await page.getAttribute('body', 'data-violations'), '');
        assert.equal(await page.evaluate(() => 'hacked' in window), false, 'a name ran as code');
        // The page's own call of eval is reported too.
        assert.deepEqual(
          problems.filter((problem) => !problem.includes("'unsafe-eval'")),
          [],
        );
        passed = true;
      } finally {
        if (passed) {
          await page.mouse.move(0, 0);
          // Without content, the charts are removed.
          await page.goto(`${site.url}#`);
          await page.locator('main').waitFor({ state: 'detached' });
          released = page;
        } else await page.close();
      }
    },
  };
}

/** Returns the attributes of each plot of a page. */
export async function plots(page: Page): Promise<Plot[]> {
  const read = await page.$$eval('.tracklens-plot', (all) => all.map((plot) => ({ ...(plot as HTMLElement).dataset })));
  return read.map(
    (data) => Object.fromEntries(Object.entries(data).map(([name, text]) => [name, Number(text)])) as Plot,
  );
}

/** Waits until a number of a plot meets a condition, and returns it. */
export async function until(
  page: Page,
  name: keyof Plot,
  holds: (value: number) => boolean,
  index = 0,
): Promise<number> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = (await plots(page))[index]?.[name] ?? Number.NaN;
    if (holds(value)) return value;
    assert.ok(Date.now() < deadline, `data-${name} of chart ${index} stayed ${value}`);
    await page.waitForTimeout(25);
  }
}

/** Returns how many pixels of the first chart differ from its background. */
export function inkedPixels(page: Page, index = 0): Promise<number> {
  return page
    .locator('.tracklens-plot')
    .nth(index)
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
      let ink = 0;
      for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 40) ink++;
      return ink;
    });
}

/** Drags over the first plot between two positions, in pixels. */
export async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
  key?: 'Shift' | 'Alt',
): Promise<void> {
  const box = (await (await page.$('.tracklens-plot'))!.boundingBox())!;
  if (key) await page.keyboard.down(key);
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}
