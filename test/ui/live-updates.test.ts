import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idlePollMillis } from '../../packages/ui/src/live/idle-poll.ts';
import type { ViewPage } from './browser.ts';
import { logPoint, seedProject } from './seeded-project.ts';
import { experiment, shownViews, target, textOf } from './shown-views.ts';
import { viewStage } from './view-stage.ts';

const { stage, showing } = shownViews(viewStage(seedProject));

/** Asserts that a page sends nothing in half of the interval of idle polls, on its clock. */
const asksNothing = async (view: ViewPage) => {
  await view.idle();
  stage.browser.requests();
  await view.page.clock.runFor(idlePollMillis / 2);
  await view.idle();
  assert.deepEqual(stage.browser.requests(), []);
};

test('a running experiment is updated automatically, and not while it is hidden', () =>
  stage.showing(
    async (view) => {
      const { page } = view;
      await target({ ...experiment(stage.seeded.running), tab: 'metrics' })(view);
      await page.waitForSelector('[role=row][data-id=loss]');
      assert.match(await textOf(page, '.tl-freshness'), /Live/);
      await logPoint(stage.service, stage.seeded.running, 100, 0.001);
      await page.waitForFunction(() =>
        /100/.test(document.querySelector('[role=row][data-id=loss]')?.textContent ?? ''),
      );
      await page.evaluate(async () => {
        const main = document.querySelector('main')!;
        main.style.display = 'none';
        // Observers of the view were created before this one, and are notified before it.
        await new Promise<void>((resolve) => {
          new IntersectionObserver(([entry]) => entry!.isIntersecting || resolve()).observe(main);
        });
      });
      await asksNothing(view);
    },
    { clock: true },
  ));

test('points are added to the charts in place; the zoom stays', () =>
  showing(
    async ({ page }) => {
      const caption = () => textOf(page, '[data-metric=loss] .tracklens-chart-caption');
      await page.waitForSelector('[data-metric=loss] canvas');
      const before = await caption();
      await page
        .locator('[data-metric=loss] canvas')
        .first()
        .evaluate((canvas) => canvas.setAttribute('data-kept', ''));
      await logPoint(stage.service, stage.seeded.running, 101, 0.002);
      await page.waitForFunction(
        (text) => document.querySelector('[data-metric=loss] .tracklens-chart-caption')?.textContent !== text,
        before,
      );
      assert.equal(await page.locator('[data-metric=loss] canvas[data-kept]').count(), 1);
    },
    target(experiment(stage.seeded.running)),
  ));

test('a chosen metric that is not logged is named, and charted as soon as a running experiment logs it', () =>
  showing(
    async ({ page }) => {
      const said = 'No experiment here has logged the metric “train/los”. Did you mean “train/loss”?';
      const log = (metricName: string) =>
        stage.service.call('POST', '/api/rest/v2/write/experiment/metric', {
          ...{ experimentKey: stage.seeded.running, metricName, metricValue: 1, step: 1 },
        });
      await page.locator('.tl-gallery', { hasText: 'No experiment here has logged the metric “train/los”.' }).waitFor();
      assert.equal(await page.locator('.tl-chart-card').count(), 0);
      await log('train/loss');
      await page.locator('.tl-gallery', { hasText: said }).waitFor();
      await log('train/los');
      await page.waitForSelector('[data-metric="train/los"] canvas');
      await page.locator('.tl-gallery .tl-banner').waitFor({ state: 'detached' });
    },
    target(experiment(stage.seeded.running), { state: { version: 1, charts: { metrics: ['train/los'] } } }),
  ));

test('an experiment that ends while it is shown says so and is not read again', async () => {
  const key = await stage.service.experiment();
  const status = (isAlive: boolean) =>
    stage.service.call('POST', '/api/rest/v2/write/experiment/update-status', { experimentKey: key, isAlive });
  await status(true);
  await logPoint(stage.service, key, 1, 0.5);
  await stage.showing(
    async (view) => {
      const { page } = view;
      await target({ ...experiment(key), tab: 'metrics' })(view);
      await page.waitForSelector('[data-state=running]');
      await logPoint(stage.service, key, 2, 0.25);
      await status(false);
      await page.waitForSelector('[data-state=finished]');
      await page.waitForFunction(() =>
        /0\.25/.test(document.querySelector('[role=row][data-id=loss]')?.textContent ?? ''),
      );
      // What was due when the experiment ended may still be asked for.
      await page.clock.runFor(1000);
      await asksNothing(view);
    },
    { clock: true },
  );
  await stage.service.call('GET', `/api/rest/v2/write/experiment/delete?experimentKey=${key}`);
});

test('a resumed experiment is updated automatically again', async () => {
  const key = await stage.service.experiment();
  const status = (isAlive: boolean) =>
    stage.service.call('POST', '/api/rest/v2/write/experiment/update-status', { experimentKey: key, isAlive });
  await logPoint(stage.service, key, 1, 0.5);
  await status(false);
  await showing(
    async ({ page }) => {
      await page.waitForSelector('[data-state=finished]');
      await page.waitForSelector('[role=row][data-id=loss]');
      await status(true);
      await logPoint(stage.service, key, 2, 0.25);
      await page.clock.fastForward(idlePollMillis);
      await page.waitForSelector('[data-state=running]');
      await page.waitForFunction(() =>
        /0\.25/.test(document.querySelector('[role=row][data-id=loss]')?.textContent ?? ''),
      );
      await logPoint(stage.service, key, 3, 0.125);
      await page.waitForFunction(() =>
        /0\.125/.test(document.querySelector('[role=row][data-id=loss]')?.textContent ?? ''),
      );
    },
    target({ ...experiment(key), tab: 'metrics' }),
    { clock: true },
  );
  await stage.service.call('GET', `/api/rest/v2/write/experiment/delete?experimentKey=${key}`);
});
