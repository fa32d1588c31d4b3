import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { experiment, project, shownViews, target, textOf } from './shown-views.ts';

const { stage, showing } = shownViews();

for (const [way, kind, words] of [
  ['wrong-key', 'unauthorized', /does not accept the API key[\s\S]*Sign in/],
  ['down', 'unreachable', /cannot be reached[\s\S]*Retry/],
  ['foreign', 'malformed', /is not from an experiment-tracking service[\s\S]*Check the address/],
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

test('a view names the reason of a missing connection once', () =>
  showing(
    async (view) => {
      const { page } = view;
      await page.waitForSelector('.tracklens-chart');
      stage.browser.setProxyMode('down');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.waitForSelector('.tl-banner[data-failure=unreachable]');
      await view.run((test) =>
        test.view?.update({ offlineReason: { message: 'The service cannot be reached.', remedy: 'Start it.' } }),
      );
      await page.waitForSelector('.tl-banner-quiet:has-text("The service cannot be reached.")');
      assert.equal(await page.locator('.tl-banner').count(), 1);
      stage.browser.setProxyMode('open');
    },
    target(experiment(stage.seeded.keys[7]!)),
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

test('a view that is not loaded is not ready, however long it is off the screen', () =>
  showing(
    async (view) => {
      const { page } = view;
      await page.waitForSelector('.tl-loading', { state: 'attached' });
      await page.clock.runFor(10_000);
      assert.deepEqual(await view.run(({ states }) => states), []);
      await page.locator('main').scrollIntoViewIfNeeded();
      await page.waitForSelector('.tracklens-chart');
      await until(async () => (await view.run(({ states }) => states.length)) === 1, 'the view to be ready');
    },
    (view) =>
      view.run((test, shown) => {
        document.querySelector('main')!.style.marginTop = '3000px';
        test.show(null, { target: shown, onReady: () => test.states.push('ready') });
      }, experiment(stage.seeded.keys[7]!)),
    { clock: true },
  ));

test('a view whose charts are below the viewport is ready without them', () =>
  showing(
    async (view) => {
      await view.page.waitForFunction(
        () => document.querySelector('.tl-chart-waiting') && !document.querySelector('.tl-loading'),
      );
      assert.deepEqual(await view.run(({ states }) => states), ['ready']);
    },
    (view) =>
      view.run((test, shown) => {
        // As in an output with saved images: charts that are near the viewport are not read.
        Object.assign(document.querySelector('main')!.style, { height: '300px', overflow: 'clip' });
        test.show(null, { target: shown, layout: 'cell', onReady: () => test.states.push('ready') });
      }, project),
    { height: 300, fresh: true },
  ));

test('at no width does the age of the data move the buttons of a header', () =>
  showing(
    async (view) => {
      const { page } = view;
      await page.waitForSelector('.tracklens-chart');
      const age = page.locator('.tl-freshness');
      const places = () =>
        page.evaluate(() => {
          const main = document.querySelector('main')!;
          const list: string[] = [];
          for (let width = 280; width <= 720; width += 3) {
            main.style.width = `${width}px`;
            for (const button of main.querySelectorAll('.tl-header :is(button, a)')) {
              const { x, y } = button.getBoundingClientRect();
              list.push(`${width} px, ${button.getAttribute('aria-label')}: ${Math.round(x)}, ${Math.round(y)}`);
            }
          }
          return list;
        });
      await age.filter({ hasText: 'just now' }).waitFor();
      const now = await places();
      assert.ok(now.some((line) => line.includes('Refresh')));
      stage.browser.setProxyMode('down');
      for (const [seconds, text] of [
        [5, /\b[2-9] s ago/],
        [50, /\b5\d s ago/],
        [900, /\b1\d min ago/],
      ] as const) {
        await page.clock.fastForward(seconds * 1000);
        await age.filter({ hasText: text }).waitFor();
        const other = await places();
        assert.deepEqual(
          other.filter((line, index) => line !== now[index]),
          [],
        );
      }
    },
    target(experiment(stage.seeded.keys[7]!)),
    { clock: true },
  ));
