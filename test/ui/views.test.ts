import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Target } from '../../packages/core/src/targets/target.ts';
import { appendPoints } from '../../packages/server/src/store/metrics/metric-append.ts';
import { idlePollMillis } from '../../packages/ui/src/live/idle-poll.ts';
import { axeViolations, type PageKind, type ViewPage } from './browser.ts';
import type { ShowOptions } from './page.ts';
import { hostile, logPoint, seedProject } from './seeded-project.ts';
import { viewStage } from './view-stage.ts';

const project = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
const experiment = (experimentKey: string) => ({ kind: 'experiment', experimentKey }) as const;

/** Text of an element, as a person reads it. */
const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText();

/** Waits until the caption of a chart has a text. */
const captionShown = (page: Page, metric: string, text: string) =>
  page.locator(`[data-metric=${metric}] .tracklens-chart-caption`, { hasText: text }).waitFor();

describe('views over the real service', () => {
  const stage = viewStage(seedProject);

  /** A page that shows a target, closed at the end. */
  const showing = (
    work: (view: ViewPage) => Promise<void>,
    show: (view: ViewPage) => Promise<unknown>,
    kind: PageKind = {},
  ) =>
    stage.showing(async (view) => {
      await show(view);
      await work(view);
    }, kind);
  const target =
    (target: Target, options: ShowOptions = {}) =>
    (view: ViewPage) =>
      view.show({ target, ...options });

  /** Asserts that a page sends nothing in half of the interval of idle polls, on its clock. */
  const asksNothing = async (view: ViewPage) => {
    await view.idle();
    stage.browser.requests();
    await view.page.clock.runFor(idlePollMillis / 2);
    await view.idle();
    assert.deepEqual(stage.browser.requests(), []);
  };

  test('with forced colors, charts are drawn in high contrast on the system background', () =>
    stage.showing(
      async ({ page }) => {
        await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
        assert.equal(await page.locator('.tl-root').getAttribute('data-theme'), 'high-contrast-light');
        await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
        await page.waitForSelector('[data-theme=high-contrast-dark] .tracklens-chart[data-contrast][data-dark]');
      },
      { options: { target: experiment(stage.seeded.keys[7]!) }, forcedColors: true },
    ));

  test('with forced colors, a pressed button and a selected row keep their background below the pointer', () =>
    stage.showing(
      async ({ page }) => {
        const backgroundOf = (locator: Locator) =>
          locator.evaluate((element) => {
            const { backgroundColor, backgroundImage } = getComputedStyle(element);
            return /rgba?\([^)]*\)/.exec(backgroundImage === 'none' ? backgroundColor : backgroundImage)![0];
          });
        const row = page.locator('.tl-grid-body .tl-grid-row').first();
        await row.getByRole('checkbox').check();
        for (const marked of [page.locator('.tl-parts button[aria-pressed=true]'), row]) {
          await page.mouse.move(0, 0);
          const before = await backgroundOf(marked);
          await marked.hover({ position: { x: 5, y: 2 } });
          assert.ok(await marked.evaluate((element) => element.matches(':hover')));
          assert.equal(await backgroundOf(marked), before);
        }
      },
      { options: { target: project }, forcedColors: true },
    ));

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
        await page.waitForFunction(() =>
          /19 NaN/.test(document.querySelector('[data-metric=loss]')?.textContent ?? ''),
        );
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

  test('a project lists its experiments with distinguishing columns, and draws the newest ten', () =>
    showing(async ({ page }) => {
      await page.waitForFunction(() => document.querySelectorAll('.tracklens-chart').length === 2);
      assert.match(
        await textOf(page, '.tl-header'),
        /ada \/ digits[\s\S]*12 experiments[\s\S]*1 running[\s\S]*1 crashed/,
      );
      const headings = await page.locator('[role=columnheader]').allInnerTexts();
      assert.deepEqual(headings.slice(1), [
        'Name',
        'State',
        'Tags',
        'Started',
        'Duration',
        'learning_rate',
        'width',
        'val/accuracy',
        'val/accuracy max',
        'loss',
        'loss min',
      ]);
      const grid = page.locator('[role=grid]');
      assert.equal(await grid.getAttribute('aria-rowcount'), '13');
      assert.equal(await grid.getAttribute('aria-colcount'), '12');
      assert.equal(await page.locator('.tl-legend li').count(), 10);
      assert.equal(await page.locator('[role=row][aria-selected=true]').count(), 10);
    }, target(project)));

  test('the table works by keyboard: sort a column, select a row, open it', () =>
    showing(async (view) => {
      const { page } = view;
      await page.waitForSelector('[role=row][data-id] [role=gridcell]');
      await page.locator('[role=grid]').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'ascending');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const before = await page.locator('.tl-legend li').count();
      await page.keyboard.press(' ');
      await page.waitForFunction((count) => document.querySelectorAll('.tl-legend li').length !== count, before);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const [opened] = await view.run((test) => test.hostCalls);
      assert.equal(opened?.what, 'open');
      const key = (opened!.value as { target: { experimentKey: string } }).target.experimentKey;
      const active = await page.locator('[role=grid]').getAttribute('aria-activedescendant');
      assert.equal(await page.locator(`[id="${active}"]`).locator('..').getAttribute('data-id'), key);
    }, target(project)));

  test('the current cell of a scrolled table is visible', () =>
    showing(async ({ page }) => {
      await page.waitForSelector('[role=row][data-id] [role=gridcell]');
      const grid = page.locator('[role=grid]');
      await grid.focus();
      for (const key of ['Control+End', 'Control+Home', 'ArrowDown', 'PageDown', 'PageDown', 'PageUp']) {
        await page.keyboard.press(key);
        await page.waitForFunction(() => {
          const table = document.querySelector('[role=grid]')!;
          const cell = document.getElementById(table.getAttribute('aria-activedescendant') ?? '');
          if (!cell) return false;
          const [outer, inner] = [table.getBoundingClientRect(), cell.getBoundingClientRect()];
          return (
            inner.top >= outer.top &&
            inner.bottom <= outer.bottom &&
            inner.left >= outer.left - 1 &&
            inner.right <= outer.right + 1
          );
        });
      }
    }, target(project)));

  test('a query shows its text and its results', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('[role=rowheader]');
        assert.match(await textOf(page, '.tl-query-text'), /Tag\("baseline"\)/);
        assert.equal(await page.locator('[role=rowheader]').count(), 3);
      },
      target({
        kind: 'query',
        workspace: 'ada',
        projectName: 'digits',
        query: '(Parameter("width") == 32) & Tag("baseline")',
      }),
    ));

  test('a model lists its versions, newest first, each with its experiment', () =>
    showing(
      async (view) => {
        const { page } = view;
        await page.waitForSelector('[role=rowheader]');
        assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['1.1.0', '1.0.0']);
        assert.equal(await textOf(page, '.tl-mark'), '1.0.0');
        const [marked, plain] = await page
          .locator('.tl-mark, [role=rowheader]:not(:has(.tl-mark))')
          .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).color));
        assert.equal(marked, plain, 'not the mark of a found text');
        await page.locator('[role=row][data-id="1.0.0"]').click();
        const [opened] = await view.run((test) => test.hostCalls);
        assert.deepEqual(opened?.value, { target: experiment(stage.seeded.keys[7]!), newPanel: false, activate: true });
      },
      target({ kind: 'model', workspace: 'ada', modelName: 'digits-mlp', version: '1.0.0' }),
    ));

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

  test('a saved project without a connection has its table and its charts', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('[data-metric=loss] .tracklens-chart');
        assert.equal(await page.locator('[role=rowheader]').count(), 2);
        assert.equal(await page.locator('.tl-legend li').count(), 2);
        assert.match(await textOf(page, '.tl-freshness'), /Snapshot of/);
      },
      (view) =>
        view.run(
          (page, payload) => page.show(payload, { connected: false }),
          savedProject(stage.seeded.keys.slice(0, 2)),
        ),
    ));

  for (const [way, kind, words] of [
    ['wrong-key', 'unauthorized', /does not accept the API key[\s\S]*Sign in/],
    ['down', 'unreachable', /cannot be reached[\s\S]*Retry/],
    ['foreign', 'foreign', /is not from an experiment-tracking service[\s\S]*Check the address/],
  ] as const) {
    test(`with the service ${way}, the view says so with the remedy, and Retry works`, () =>
      showing(
        async ({ page }) => {
          await page.waitForSelector(`[data-failure=${kind}]`);
          assert.match(await textOf(page, '[role=alert]'), words);
          stage.browser.setProxyMode('open');
          await page.getByRole('button', { name: 'Retry' }).click();
          await page.waitForSelector('.tracklens-chart');
        },
        async (view) => {
          stage.browser.setProxyMode(way);
          await target(experiment(stage.seeded.keys[7]!))(view);
        },
      ));
  }

  test('an unknown experiment is reported', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('[data-failure=absent]');
        assert.match(await textOf(page, '[role=alert]'), /There is no experiment/);
      },
      target(experiment('0000000000000000000000000000ffff')),
    ));

  test('a saved output without a connection is drawn from its snapshot, with its date', () =>
    showing(
      async ({ page }) => {
        stage.browser.requests();
        await page.waitForSelector('[data-metric=loss] .tracklens-chart');
        assert.match(await textOf(page, '.tl-freshness'), /Snapshot of/);
        assert.equal(await textOf(page, '.tl-title'), 'saved-run');
        await page.getByRole('tab', { name: 'Metrics' }).click();
        await page.waitForSelector('[role=row][data-id=loss]');
        assert.deepEqual(stage.browser.requests(), []);
      },
      (view) =>
        view.run((page, payload) => page.show(payload, { connected: false }), savedPayload(stage.seeded.keys[7]!)),
    ));

  test('a snapshot of a part of a project says of how many experiments', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('[role=grid] [role=row][data-id]');
        assert.equal(await textOf(page, '.tl-count'), '2 of 412 experiments');
      },
      (view) => {
        const payload = savedProject(stage.seeded.keys.slice(0, 2));
        const whole = { experiments: 412, drawn: 2, metrics: 1 };
        return view.run((page, given) => page.show(given, { connected: false }), {
          ...payload,
          snapshot: { ...payload.snapshot, whole },
        });
      },
    ));

  test('a saved output without its service shows the snapshot, says why, and becomes live on Retry', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('.tl-banner[data-failure=unreachable]');
        assert.equal(await textOf(page, '.tl-title'), 'saved-run');
        assert.match(await textOf(page, '.tl-banner'), /Showing the snapshot saved at/);
        stage.browser.setProxyMode('open');
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.waitForFunction(() => document.querySelector('.tl-title')?.textContent === 'mlp-7');
        assert.equal(await page.locator('.tl-banner').count(), 0);
      },
      async (view) => {
        stage.browser.setProxyMode('down');
        await view.run((page, payload) => page.show(payload), savedPayload(stage.seeded.keys[7]!));
      },
    ));

  test('an invalid query reports its error', () =>
    showing(
      async ({ page }) => {
        await page.waitForSelector('[data-failure=refused]');
        assert.match(await textOf(page, '[role=alert]'), /column 17/);
      },
      target({ kind: 'query', workspace: 'ada', projectName: 'digits', query: 'Tag("baseline") || Tag("sweep")' }),
    ));

  test('a mounted view takes another target, state and theme in place, and is removed on disposal', () =>
    showing(
      async (view) => {
        const { page } = view;
        await page.waitForSelector('[role=tab]');
        await view.run(
          (test, next) => test.view?.update({ target: next, state: { version: 1, tab: 'metrics' } }),
          experiment(stage.seeded.keys[6]!),
        );
        await page.waitForFunction(() => document.querySelector('.tl-title')?.textContent === 'mlp-6');
        await page.waitForSelector('[role=grid][aria-label=Metrics]');
        await view.run((test) => test.view?.setTheme('dark'));
        await page.waitForSelector('.tl-view[data-theme=dark]');
        assert.deepEqual(await view.run((test) => test.view?.getState()), { version: 1, tab: 'metrics' });
        await view.run((test) => {
          test.view?.dispose();
          test.view?.dispose();
        });
        assert.equal(await page.locator('main > *').count(), 0);
      },
      target(experiment(stage.seeded.keys[7]!)),
    ));

  test('an empty payload is rejected with a message', () =>
    showing(
      async () => {},
      async (view) => {
        assert.match(
          String(await view.run((page) => page.show({ target: { kind: 'experiment', experimentKey: '../..' } }))),
          /Run the cell again/,
        );
      },
    ));

  for (const theme of ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const) {
    test(`in ${theme} colors: no serious axe violation`, () =>
      showing(
        async (view) => {
          const { page } = view;
          for (const shown of [
            { ...experiment(stage.seeded.keys[7]!), tab: 'charts' },
            { ...experiment(stage.seeded.crashed), tab: 'parameters' },
            project,
            { kind: 'model', workspace: 'ada', modelName: 'digits-mlp' },
          ] as const) {
            await target(shown)(view);
            await page.waitForSelector('[role=grid] [role=rowheader], .tracklens-chart');
            // The themes have the same elements and differ in colors only.
            const rules = theme === 'light' ? [] : ['color-contrast'];
            assert.deepEqual(await axeViolations(page, [], rules), [], JSON.stringify(shown));
            await view.run((test) => test.view?.dispose());
          }
        },
        (view) => view.run((test, kind) => test.setTheme(kind), theme),
      ));
  }

  test('text has enough contrast with the colors that VS Code has in Solarized Light', () =>
    showing(
      async (view) => {
        const { page } = view;
        await target({ ...experiment(stage.seeded.crashed), tab: 'parameters' })(view);
        await page.waitForSelector('[role=grid] [role=rowheader]');
        const colors = {
          foreground: '#616161',
          descriptionForeground: '#717171',
          'editor-background': '#fdf6e3',
          'sideBar-background': '#eee8d5',
          'input-background': '#ddd6c1',
        };
        await page.evaluate((given) => {
          for (const [name, color] of Object.entries(given))
            document.documentElement.style.setProperty(`--vscode-${name}`, color);
        }, colors);
        assert.deepEqual(await axeViolations(page, [], ['color-contrast']), []);
      },
      (view) => view.run((test) => test.setTheme('light')),
    ));
});

/** What a notebook saved, with the least a view needs. */
function savedPayload(experimentKey: string) {
  const steps = [0, 1, 2, 3];
  return {
    target: { kind: 'experiment', experimentKey },
    state: { version: 1, tab: 'charts' },
    snapshot: {
      takenAtMillis: 1_780_000_000_000,
      experiments: [
        {
          metadata: {
            experimentKey,
            experimentName: 'saved-run',
            workspaceName: 'ada',
            projectName: 'digits',
            running: false,
          },
          tags: ['sweep'],
          metrics: [{ name: 'loss', valueMin: '0.1', valueMax: '2', valueCurrent: '0.1', stepCurrent: 3 }],
          parameters: [{ name: 'learning_rate', valueCurrent: '0.1' }],
        },
      ],
      chart: { [experimentKey]: { metrics: [{ metricName: 'loss', values: [2, 1, 0.5, 0.1], steps }] } },
    },
  };
}

/** A project as a notebook saved it. */
function savedProject(keys: readonly string[]) {
  const one = keys.map((key) => savedPayload(key).snapshot);
  return {
    target: project,
    snapshot: {
      takenAtMillis: 1_780_000_000_000,
      experiments: one.flatMap((snapshot) => snapshot.experiments),
      chart: Object.assign({}, ...one.map((snapshot) => snapshot.chart)),
    },
  };
}
