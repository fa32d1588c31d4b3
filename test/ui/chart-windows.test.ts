import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { appendPoints } from '../../packages/server/src/store/metrics/metric-append.ts';
import { experiment, shownViews, target } from './shown-views.ts';

const { stage, showing } = shownViews();

/** Waits until the caption of a chart has a text. */
const captionShown = (page: Page, metric: string, text: string) =>
  page.locator(`[data-metric=${metric}] .tracklens-chart-caption`, { hasText: text }).waitFor();

test('charts that become visible together are read in one request', () =>
  showing(
    async ({ page }) => {
      await page.waitForFunction(() => document.querySelectorAll('.tracklens-chart').length === 2);
      const calls = stage.browser.requests().filter((request) => request.endsWith('multi-metric-chart'));
      assert.equal(calls.length, 1);
    },
    async (view) => {
      stage.browser.requests();
      await target(experiment(stage.seeded.keys[7]!))(view);
    },
  ));

test('a zoom shows every point of its window, the newest one only; zooming out reads nothing', () =>
  showing(
    async ({ page }) => {
      const caption = (text: string) => captionShown(page, 'long', text);
      await caption('1,000 of 1,000 points in view');
      // The response for the next zoom is late: the one after it must be drawn, and stay.
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      await page.route(
        '**/metric-window',
        async (route) => {
          hold();
          await released;
          await route.continue().catch(() => {});
        },
        { times: 1 },
      );
      await page.locator('[data-metric=long] .tracklens-plot').focus();
      for (let times = 0; times < 3; times++) await page.keyboard.press('-');
      await held;
      await caption(' sampled points in view');
      await page.keyboard.press('-');
      await caption('of 15,984 points in view');
      release();
      stage.browser.requests();
      await page.keyboard.press('Escape');
      await caption('of 40,000 points');
      await page.keyboard.press('Backspace');
      await caption('of 15,984 points in view');
      assert.deepEqual(stage.browser.requests(), []);
      // An export has every point, of which the chart has a sample.
      await page.click('[data-metric=long] .tracklens-chart-menu > button');
      const downloading = page.waitForEvent('download');
      await page.click('[data-metric=long] [data-format=csv-all]');
      const rows = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
      assert.equal(rows.length, 1 + 40_000);
      assert.match(rows.at(-1)!, new RegExp(`,39999,,2026-09-21T14:13:59\\.999Z,${Math.sin(39_999 / 50)}$`));
    },
    async (view) => {
      const key = await stage.service.experiment('windows');
      const points = Array.from({ length: 40_000 }, (_, step) => ({
        name: 'long',
        context: null,
        epoch: null,
        value: Math.sin(step / 50),
        step,
        timestamp: 1_790_000_000_000 + step,
      }));
      await appendPoints(stage.service.store, key, points);
      const zoom = { long: { x: [20_000, 20_999] as [number, number] } };
      // The first read fails and is repeated.
      await view.page.route('**/metric-window', (route) => route.abort(), { times: 1 });
      await target(experiment(key), { state: { version: 1, charts: { zoom } } })(view);
    },
  ));

test('a zoom over epochs shows every point of its window where epochs ascend, and says sampled elsewhere', () =>
  showing(
    async ({ page }) => {
      await captionShown(page, 'ascending', '500 of 500 points in view');
      await captionShown(page, 'restarted', 'sampled points in view · at most 15,000 of each series');
    },
    async (view) => {
      const key = await stage.service.experiment('epochs');
      for (const [name, epochs] of [
        ['ascending', 40_000],
        ['restarted', 30_000],
      ] as const) {
        const points = Array.from({ length: 40_000 }, (_, step) => ({
          name,
          context: null,
          epoch: step % epochs,
          value: Math.sin(step / 50),
          step,
          timestamp: 1_790_000_000_000 + step,
        }));
        await appendPoints(stage.service.store, key, points);
      }
      const zoom = { x: [20_000, 20_499] as [number, number] };
      const charts = { xAxis: 'epoch' as const, zoom: { ascending: zoom, restarted: zoom } };
      await target(experiment(key), { state: { version: 1, charts } })(view);
    },
  ));

test('a zoom over another metric shows every point of its window, unless they are too many', () =>
  showing(
    async ({ page }) => {
      await captionShown(page, 'deep', '500 of 500 points in view');
      await captionShown(page, 'wide', 'sampled points in view · at most 15,000 of each series');
      await page.locator('[data-metric=deep] .tracklens-plot').press('+');
      await captionShown(page, 'deep', '250 of 250 points in view');
    },
    async (view) => {
      const key = await stage.service.experiment('tokens');
      for (const name of ['deep', 'wide', 'tokens']) {
        const points = Array.from({ length: 40_000 }, (_, step) => ({
          name,
          context: null,
          epoch: null,
          step,
          timestamp: 1_790_000_000_000 + step,
          value: name === 'tokens' ? 128 * step : Math.sin(step / 50),
        }));
        await appendPoints(stage.service.store, key, points);
      }
      const zoomTo = (from: number, to: number) => ({ x: [128 * from, 128 * to] as [number, number] });
      const zoom = { deep: zoomTo(20_000, 20_499.5), wide: zoomTo(0, 38_000) };
      await target(experiment(key), { state: { version: 1, charts: { xAxis: { metric: 'tokens' }, zoom } } })(view);
    },
  ));

test('a zoom of a chart of several metrics reads the window of each in one request', () =>
  showing(
    async ({ page }) => {
      await captionShown(page, 'train_loss', '2,000 of 2,000 points in view');
      const calls = stage.browser.requests().map((request) => request.replace(/.*\//, ''));
      assert.equal(calls.filter((call) => call === 'metric-window').length, 1);
      assert.equal(calls.filter((call) => call === 'multi-metric-chart').length, 1);
      await page.click('[data-metric=train_loss] .tracklens-chart-menu > button');
      const downloading = page.waitForEvent('download');
      await page.click('[data-metric=train_loss] [data-format=csv-all]');
      const rows = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
      assert.deepEqual(
        [rows.length, rows[0]],
        [1 + 80_000, 'experiment_key,experiment_name,metric,step,epoch,time,value'],
      );
      assert.match(rows.at(-1)!, /,val_loss,39999,/);
    },
    async (view) => {
      const key = await stage.service.experiment('both');
      for (const name of ['train_loss', 'val_loss']) {
        const points = Array.from({ length: 40_000 }, (_, step) => ({
          ...{ name, context: null, epoch: null, step, timestamp: 1_790_000_000_000 + step },
          value: Math.sin(step / 50),
        }));
        await appendPoints(stage.service.store, key, points);
      }
      const charts = {
        combined: [{ title: 'loss', metrics: ['train_loss', 'val_loss'] }],
        zoom: { train_loss: { x: [20_000, 20_999] as [number, number] } },
      };
      stage.browser.requests();
      await target(experiment(key), { state: { version: 1, charts } })(view);
    },
  ));
