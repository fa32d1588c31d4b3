import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

test('charts of the machine and its details', () =>
  inTab('system-metrics', async (page) => {
    const plot = page.locator('[data-metric="sys.cpu.percent.avg"] .tracklens-plot[data-series]');
    await plot.waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'X', exact: true }).inputValue(), 'duration');
    assert.match((await plot.getAttribute('aria-label'))!, /over duration, .*20 points/);
    const gpus = page.locator('[data-metric="sys.gpu.0.gpu_utilization"]');
    await gpus.locator('.tracklens-plot[data-series="2"]').waitFor();
    assert.deepEqual(await gpus.getByRole('list', { name: 'Metrics' }).locator('li').allInnerTexts(), [
      'sys.gpu.0.gpu_utilization',
      'sys.gpu.1.gpu_utilization',
    ]);
    await page.getByRole('checkbox', { name: 'Combine related metrics' }).uncheck();
    await page.waitForSelector('[data-metric="sys.gpu.1.gpu_utilization"] .tracklens-plot[data-series="1"]');
    assert.match(await textOf(page, '.tl-fact-groups'), /box[\s\S]*3\.11\.2[\s\S]*A100[\s\S]*42\.9 GB/);
  }));

test('usage that could not be read is not reported as missing, and a failed read is shown', () =>
  stage.showing(
    async (view) => {
      const { page } = view;
      const reads = /experiment\/(metrics\/summary|parameters)/;
      await page.route(reads, (route) => route.fulfill({ status: 500 }));
      await show(view, stage.seeded.full, 'system-metrics');
      await page.waitForSelector('.tl-fact-groups section');
      await page.locator('[role=alert][data-failure=server]').waitFor();
      assert.equal(await page.getByText('No CPU, memory or GPU usage was measured.').count(), 0);
      await page.unroute(reads);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.waitForSelector('[data-metric="sys.cpu.percent.avg"]');
      for (const tab of ['system-metrics', 'parameters']) {
        await page.locator(`[data-tab=${tab}]`).click();
        await page.waitForSelector('[role=tabpanel] :is([data-metric], [role=grid])');
        await page.route(reads, (route) => route.fulfill({ status: 500 }));
        await page.getByRole('button', { name: 'Refresh' }).click();
        await page.locator('.tl-banner[data-failure=server]').waitFor();
        await page.unroute(reads);
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.locator('.tl-banner').waitFor({ state: 'detached' });
      }
    },
    { fresh: true, height: 1000, expected: /Failed to load resource/ },
  ));
