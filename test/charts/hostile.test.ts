import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { type ChartBrowser, chartBrowser, inkedPixels, plots, until } from './chart-browser.ts';
import { hostileNames } from './generated-chart.ts';

const stack = suiteCleanup();
let browser: ChartBrowser;

before(async () => {
  browser = await chartBrowser(stack);
});

const values = (kind: 'nan' | 'constant' | 'negative' | 'huge' | 'tiny' | 'zero', points = 300) => ({
  experiments: 2,
  points,
  values: kind,
});

test('a million points of one metric are drawn, and zooming shows more of them', () =>
  browser.shown({ charts: [{ height: 300 }], shape: { experiments: 1, points: 1_000_000 } }, async (page) => {
    const [plot] = await plots(page);
    assert.equal(plot?.pointsTotal, 1_000_000);
    assert.ok(plot.pointsShown > 1000 && plot.pointsShown < 4000);
    await page.focus('.tracklens-plot');
    for (let time = 0; time < 10; time++) await page.keyboard.press('+');
    const total = await until(page, 'pointsTotal', (points) => points < 1100);
    await until(page, 'pointsShown', (shown) => shown > 0.95 * total);
  }));

test('a chart whose values are all NaN says so and marks them', () =>
  browser.shown({ charts: [{}], shape: values('nan') }, async (page) => {
    await page.getByText('Every value is NaN or infinite.').waitFor();
    const [plot] = await plots(page);
    assert.equal(plot?.nan, 600);
    assert.equal(plot.pointsShown, 0);
  }));

for (const kind of ['constant', 'huge', 'tiny', 'zero'] as const) {
  for (const yScale of ['linear', 'symlog'] as const) {
    test(`${kind} values are drawn on a ${yScale} axis with space and different ticks`, () =>
      browser.shown({ charts: [{ settings: { yScale } }], shape: values(kind) }, async (page) => {
        const [plot] = await plots(page);
        assert.equal(plot?.series, 2);
        assert.equal(plot.beyond, 0);
        assert.ok((await inkedPixels(page)) > 300);
      }));
  }
}

test('a log axis with only negative values is empty, and the chart says why', () =>
  browser.shown(
    { charts: [{ settings: { yScale: 'log' } }, { settings: { yScale: 'symlog' } }], shape: values('negative') },
    async (page) => {
      await page
        .getByText('Every value is zero or less, which a log scale cannot show. Choose the linear scale.')
        .waitFor();
      await until(page, 'series', (series) => series === 2, 1);
    },
  ));

test('a single point is drawn as a dot', () =>
  browser.shown({ charts: [{}], shape: { experiments: 1, points: 1 } }, async (page) => {
    const [plot] = await plots(page);
    assert.deepEqual([plot?.series, plot?.pointsShown], [1, 1]);
    assert.ok((await inkedPixels(page)) > 20);
    await page.focus('.tracklens-plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tracklens-chart-tooltip');
  }));

test('names of experiments are text in legend, tooltip, summary and exports, whatever they hold', () =>
  browser.shown(
    { charts: [{}], shape: { experiments: hostileNames.length, points: 50, hostileNames: true } },
    async (page) => {
      assert.deepEqual(
        (await page.locator('.tracklens-chart-legend button').allTextContents()).map((text) => text.trim()),
        hostileNames.map((name) => name.trim()),
      );
      await page.hover('.tracklens-plot', { position: { x: 300, y: 100 } });
      await page.waitForSelector('.tracklens-chart-tooltip');
      assert.equal(await page.locator('.tracklens-chart img, .tracklens-chart script').count(), 0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wide, false, 'a long name does not widen the page');
    },
  ));

for (const metricName of hostileNames) {
  test(`a metric may be called ${metricName.slice(0, 30)}`, () =>
    browser.shown({ charts: [{ metrics: [metricName] }], shape: { experiments: 2, points: 50 } }, async (page) => {
      await until(page, 'series', (series) => series === 2);
      assert.equal(await page.locator('.tracklens-chart-title').textContent(), metricName);
      assert.ok((await page.getAttribute('.tracklens-plot', 'aria-label'))?.includes(metricName));
      assert.equal(await page.locator('.tracklens-chart img, .tracklens-chart script').count(), 0);
    }));
}
