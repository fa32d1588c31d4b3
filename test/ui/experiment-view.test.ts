import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostile } from './seeded-project.ts';
import { experiment, project, shownViews, target, textOf } from './shown-views.ts';

const { stage, showing } = shownViews();

test('an experiment shows its identity and a chart for each metric; system metrics stay collapsed', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('.tracklens-chart');
      assert.equal(await textOf(page, '.tl-title'), 'mlp-7');
      // The page of the host has one, in which a view is not.
      assert.equal(await page.getByRole('banner').count(), 0);
      assert.equal(await page.locator('.tl-header [data-state]').getAttribute('data-state'), 'finished');
      assert.match(await textOf(page, '.tl-facts'), /ada \/ digits/);
      await page.waitForFunction(() => document.querySelectorAll('.tracklens-chart').length === 2);
      assert.deepEqual(
        await page
          .locator('[data-metric]')
          .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-metric'))),
        ['loss', 'val/accuracy'],
      );
      const system = page.getByRole('button', { name: /System/ });
      assert.equal(await system.getAttribute('aria-expanded'), 'false');
      await system.click();
      await page.waitForSelector('[data-metric="sys.cpu.percent.avg"] .tracklens-chart');
    },
    target(experiment(stage.seeded.keys[7]!)),
  ));

test('the identity and the numbers of an experiment are shown before the chart code loads', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let asked = false;
  await showing(
    async ({ page }) => {
      await page.locator('.tl-title', { hasText: 'mlp-7' }).waitFor();
      await page.waitForSelector('[data-metric=loss]');
      await page.getByRole('tab', { name: 'Metrics', exact: true }).click();
      await page.waitForSelector('[role=grid] [role=row][data-id]');
      assert.ok(asked, 'the code of charts was not asked for by this name');
      assert.equal(await page.locator('.tracklens-plot[data-series]').count(), 0);
      release();
      await page.getByRole('tab', { name: 'Charts', exact: true }).click();
      await page.waitForSelector('.tracklens-plot[data-series]');
    },
    async (view) => {
      await view.page.route(/\/chart-view-[^/]*\.js$/, async (route) => {
        asked = true;
        await released;
        await route.continue();
      });
      await target(experiment(stage.seeded.keys[7]!))(view);
    },
    { fresh: true },
  );
});

test('the tabs are one tab stop; arrows, Home and End select them, and the selection is reported', () =>
  showing(
    async (view) => {
      const { page } = view;
      await page.waitForSelector('[role=tab]');
      await page.locator('[role=tab][aria-selected=true]').focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('[role=grid][aria-label=Metrics]');
      assert.equal(await page.locator(':focus').getAttribute('data-tab'), 'metrics');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('[role=grid][aria-label=Parameters]');
      assert.match(await textOf(page, '[role=grid]'), /optimizer\|name/);
      await page.keyboard.press('End');
      assert.equal(await page.locator(':focus').getAttribute('data-tab'), 'assets');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('.tl-gallery');
      assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
      const states = await view.run((test) => test.states);
      assert.deepEqual(
        states.map((state) => (state as { tab: string }).tab),
        ['metrics', 'parameters', 'assets', 'charts'],
      );
    },
    target(experiment(stage.seeded.keys[7]!)),
  ));

test('the metrics table has last, minimum and maximum, with search and sorting', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[role=grid]');
      const names = () => page.locator('[role=rowheader]').allInnerTexts();
      assert.deepEqual(await names(), ['loss', 'val/accuracy', 'sys.cpu.percent.avg']);
      await page.getByRole('searchbox').fill('LOSS');
      await page.waitForFunction(() => document.querySelectorAll('[role=rowheader]').length === 1);
      const cells = await page.locator('[role=row][data-id=loss] [role=gridcell]').allInnerTexts();
      assert.equal(cells[2], '2.05');
      assert.equal(cells[3], '39');
      await page.getByRole('searchbox').fill('');
      await page.getByRole('columnheader', { name: 'Max' }).click();
      assert.deepEqual(await names(), ['val/accuracy', 'loss', 'sys.cpu.percent.avg']);
      assert.equal(await page.getByRole('columnheader', { name: 'Max' }).getAttribute('aria-sort'), 'ascending');
    },
    target({ ...experiment(stage.seeded.keys[7]!), tab: 'metrics' }),
  ));

test('an experiment without metrics shows how to log one', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('.tl-code');
      assert.match(await textOf(page, '.tl-panel'), /No metric was logged[\s\S]*experiment\.log_metric/);
    },
    target(experiment(stage.seeded.withoutMetrics)),
  ));

test('NaN and Infinity are counted, and the line has gaps', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-chart-caption');
      await page.waitForFunction(() => /19 NaN/.test(document.querySelector('[data-metric=loss]')?.textContent ?? ''));
      await page.getByRole('tab', { name: 'Metrics' }).click();
      await page.waitForSelector('[role=row][data-id=loss]');
      assert.match(await textOf(page, '[role=row][data-id=loss]'), /∞/);
    },
    target(experiment(stage.seeded.diverged)),
  ));

test('hostile names, tags and comments are text', () =>
  showing(async (view) => {
    const { page } = view;
    await page.waitForSelector('[role=grid] [role=rowheader]');
    assert.ok((await page.locator('[role=rowheader]').allInnerTexts()).includes(hostile));
    await view.run((test) => test.view?.dispose());
    await target({ kind: 'model', workspace: 'ada', modelName: 'digits-mlp' })(view);
    await page.waitForSelector('[role=grid] [role=rowheader]');
    assert.match(await textOf(page, '[role=grid]'), /<script>/);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
    assert.equal(await page.locator('main img, main script').count(), 0);
  }, target(project)));

test('an unknown experiment is reported', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[data-failure=not-found]');
      assert.match(await textOf(page, '[role=alert]'), /There is no experiment/);
    },
    target(experiment('0000000000000000000000000000ffff')),
  ));
