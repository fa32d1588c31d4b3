import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Browser } from 'playwright-core';
import { openChromium } from '../chromium.ts';
import { type ChartPage, chartPage } from './chart-page.ts';
import { generatedChart } from './generated-chart.ts';
import { hashOf } from './page-content.ts';

const cleanup = suiteCleanup();
let site: ChartPage;
let browser: Browser;

before(async () => {
  site = await chartPage(cleanup);
  browser = await openChromium(cleanup);
});

const shape = { experiments: 6, points: 300, brokenEvery: 70 };
const keys = generatedChart(shape).experiments.map(({ key }) => key);
const groups = [
  { key: 'lr=0.1', label: 'lr = 0.1 (3)', members: keys.slice(0, 3) },
  { key: 'lr=0.2', label: 'lr = 0.2 (3)', members: keys.slice(3) },
];

for (const yScale of ['linear', 'log'] as const) {
  test(`groups are drawn as lines with bands on a ${yScale} axis, without eval`, async () => {
    const page = await browser.newPage({ viewport: { width: 832, height: 500 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    try {
      const group = { by: 'parameter:lr', center: 'mean', band: 'std', members: true } as const;
      await page.goto(site.url + hashOf({ charts: [{ groups, settings: { group, yScale } }], shape }));
      await page.waitForSelector('.tracklens-plot[data-series="2"]', { timeout: 30_000 });
      assert.match(
        await page.locator('.tracklens-chart-caption').innerText(),
        /^mean ± standard deviation of 6 experiments in 2 groups/,
      );
      const box = (await page.locator('.tracklens-plot').boundingBox())!;
      await page.mouse.move(box.x + 300, box.y + 100);
      await page.waitForSelector('[role=tooltip]');
      const tooltip = await page.locator('[role=tooltip]').innerText();
      assert.match(tooltip, /lr = 0\.1 \(3\)/);
      assert.match(tooltip, /n = [23]/);
      // A band is a pale area: many pixels that are neither empty nor solid.
      const pale = await page.$eval('.tracklens-plot canvas', (canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
        let count = 0;
        for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 30 && pixels[at]! < 90) count++;
        return count;
      });
      assert.ok(pale > 2000, `${pale} pale pixels`);
      assert.equal(await page.getAttribute('body', 'data-violations'), '');
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });
}

test('a zoom into groups of long runs shows each of their steps', async () => {
  const long = { experiments: 2, points: 10_000 };
  const members = generatedChart(long).experiments.map(({ key }) => key);
  const group = { by: 'parameter:lr', center: 'mean', band: 'range', members: false } as const;
  const chart = {
    groups: [{ key: 'lr=0.1', label: 'lr = 0.1 (2)', members }],
    settings: { group, zoom: { x: [50_000, 50_100] as const } },
  };
  const page = await browser.newPage({ viewport: { width: 832, height: 500 } });
  try {
    await page.goto(site.url + hashOf({ charts: [chart], shape: long }));
    await page.waitForSelector('.tracklens-plot[data-points-shown="11"]', { timeout: 30_000 });
  } finally {
    await page.close();
  }
});
